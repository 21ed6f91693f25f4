import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from '../contract/errors.ts';
import { defineTexts, repeated } from '../contract/texts.ts';
import { changeLanguage } from './index.ts';
import { removeTexts } from './translate.ts';
import { translatedFailure } from './said.ts';

const say = defineTexts(
  'mill',
  {
    running: 'The machine still runs {{job}}.',
    left_one: '{{count}} part of {{names}} is {{state}}.',
    left_other: '{{count}} parts of {{names}} are {{state}}.',
    queued: 'queued',
    unusable: 'The file cannot be used. {{reason}}',
  },
  () => Promise.reject(new Error('no other language')),
);
const german = {
  'mill.running': 'Auf der Maschine läuft noch {{job}}.',
  'mill.left_other': '{{count}} Teile von {{names}} sind {{state}}.',
  'mill.queued': 'eingeplant',
  'mill.unusable': 'Die Datei ist nicht verwendbar. {{reason}}',
};

const answer = (texts: unknown) => {
  const fetch = vi.fn(() => Promise.resolve(Response.json(texts)));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

afterEach(async () => {
  vi.unstubAllGlobals();
  removeTexts('server');
  await changeLanguage('en_US');
});

const refused = () =>
  // As it comes from the server.
  CallError.received(
    new CallError('CONFLICT', say('left', { count: 3, names: ['a.stl', 'b.stl'], state: say('queued') }), {
      fields: { job: say('running', { job: '#7' }) },
    }).toBody(),
  );

it('says in English what the server said, without asking for anything', async () => {
  const fetch = answer(german);
  const error = await translatedFailure(refused());
  expect(error.message).toBe('3 parts of a.stl, b.stl are queued.');
  expect(error.fields).toEqual({ job: 'The machine still runs #7.' });
  expect(fetch).not.toHaveBeenCalled();
});

it('says it in the language of the page, whose sentences it reads once', async () => {
  const fetch = answer(german);
  await changeLanguage('de_DE');
  const [error] = await Promise.all([translatedFailure(refused()), translatedFailure(refused())]);
  expect(error.message).toBe('3 Teile von a.stl und b.stl sind eingeplant.');
  expect(error.fields).toEqual({ job: 'Auf der Maschine läuft noch #7.' });
  expect(error.code).toBe('CONFLICT');
  expect(fetch).toHaveBeenCalledOnce();
});

it('falls back to English where the sentences do not come', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  await changeLanguage('fr_FR');
  expect((await translatedFailure(refused())).message).toBe('3 parts of a.stl, b.stl are queued.');
});

it('says a reason within a sentence in the same language, with what is in it', async () => {
  answer(german);
  await changeLanguage('fr_FR');
  const reason = new CallError('CONFLICT', say('running', { job: '#7' }));
  const outer = say('unusable', { reason: repeated(reason.message, reason.details.said) });
  const travelled = CallError.received(new CallError('FILE_UNREADABLE', outer).toBody());
  expect(travelled.message).toBe('The file cannot be used. The machine still runs #7.');
  expect((await translatedFailure(travelled)).message).toBe(
    'Die Datei ist nicht verwendbar. Auf der Maschine läuft noch #7.',
  );
});

it('says it in English after half a second where the sentences do not come, and then at once', async () => {
  vi.useFakeTimers();
  try {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    await changeLanguage('ja_JP');
    const messages: string[] = [];
    const tell = () => translatedFailure(refused()).then(({ message }) => messages.push(message));
    void tell();
    await vi.advanceTimersByTimeAsync(500);
    void tell();
    await vi.advanceTimersByTimeAsync(0);
    expect(messages).toEqual(Array(2).fill('3 parts of a.stl, b.stl are queued.'));
  } finally {
    vi.useRealTimers();
  }
});
