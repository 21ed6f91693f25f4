// @vitest-environment happy-dom
import * as z from 'zod';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../contract/errors.ts';
import {
  publishSetting,
  readSetting,
  saveSettingDraft,
  settingChanged,
  type SettingAnswer,
} from '../../contract/host/versions.ts';
import { fakeHost } from '../../testing/index.ts';
import { changesBetween } from './changes.ts';
import { SettingEditor } from './SettingEditor.ts';

const schema = z.object({ name: z.string().trim().min(1), opens: z.number() });
const entering = z.object({ name: z.string(), opens: z.number() });
type Value = z.infer<typeof schema>;

const version = (value: Value, number = 0) => ({ version: number, value, at: null, by: '', note: '' });
const answer = (seen: string, draft: Value | null = null, published: Value = shop): SettingAnswer => ({
  published: version(published),
  draft: draft && { value: draft, at: '2026-11-23T10:00:00.000Z', by: 'Eva Gruber' },
  seen,
});
const shop = { name: 'Shop', opens: 8 };

function opened(first = answer('0')) {
  const fake = fakeHost({ id: 'admin' });
  fake.api.answer(readSetting, first);
  const editor = new SettingEditor<Value>(fake.host, {
    kind: 'host/shop',
    schema,
    entering,
    facts: ({ name, opens }) => [
      { key: 'name', label: 'Name', text: name },
      { key: 'opens', label: 'Opens', text: String(opens) },
    ],
  });
  const stop = editor.start();
  const changed = (): void =>
    fake.receive(settingChanged, { kind: 'host/shop', elementId: '', facilityId: 1, version: 0 });
  return { ...fake, editor, stop, changed };
}
const settle = () => vi.advanceTimersByTimeAsync(3_000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe('a setting that is edited', () => {
  it('saves itself a moment after the last change, and says what publishing would change', async () => {
    const { api, editor } = opened();
    await settle();
    expect([editor.value, editor.saved, editor.pending]).toEqual([shop, 'published', []]);
    api.answer(saveSettingDraft, ({ body }) => answer('1', schema.parse(body.value)));
    editor.change({ name: 'S', opens: 8 });
    editor.change({ name: 'Store', opens: 8 });
    expect(editor.saved).toBe('unsaved');
    await settle();
    expect(api.sent(saveSettingDraft).map(({ body }) => body)).toEqual([
      { kind: 'host/shop', elementId: '', seen: '0', value: { name: 'Store', opens: 8 } },
    ]);
    expect(editor.saved).toBe('saved');
    expect(editor.pending).toEqual([{ key: 'name', label: 'Name', before: 'Shop', after: 'Store' }]);

    api.answer(publishSetting, answer('2', null, { name: 'Store', opens: 8 }));
    expect(await editor.publish('')).toBe(true);
    expect([editor.saved, api.sent(publishSetting)[0]?.body.seen]).toEqual(['published', '1']);
  });

  it('is saved once where the schema trims what is typed', async () => {
    const { api, editor } = opened();
    await settle();
    api.answer(saveSettingDraft, ({ body }) => answer('1', schema.parse(body.value)));
    editor.change({ name: 'Store ', opens: 8 });
    await settle();
    await settle();
    expect(api.sent(saveSettingDraft).map(({ body }) => body.value)).toEqual([{ name: 'Store', opens: 8 }]);
    expect([editor.value, editor.saved]).toEqual([{ name: 'Store ', opens: 8 }, 'saved']);
  });

  it('is published as it was written last, also while an earlier draft is on its way', async () => {
    const { api, editor } = opened();
    await settle();
    api.answer(saveSettingDraft, ({ body }) => answer('1', schema.parse(body.value)));
    api.answer(publishSetting, answer('2', null, { name: 'Store', opens: 9 }));
    editor.change({ name: 'Store', opens: 8 });
    void editor.save();
    editor.change({ name: 'Store', opens: 9 });
    expect(editor.saving.busy).toBe(true);
    expect(await editor.publish('')).toBe(true);
    expect(api.sent(saveSettingDraft).map(({ body }) => body.value)).toEqual([
      { name: 'Store', opens: 8 },
      { name: 'Store', opens: 9 },
    ]);
  });

  it('is not saved nor published while a field is wrong, and is there again after a reload', async () => {
    const first = opened();
    await settle();
    first.editor.change({ name: '', opens: 8 });
    await settle();
    expect([first.editor.saved, Object.keys(first.editor.problems)]).toEqual(['wrong', ['name']]);
    expect(await first.editor.publish('')).toBe(false);
    expect(first.beforeStop()).toBe('unsaved');
    first.stop();

    const second = opened();
    await settle();
    expect([second.editor.value, second.editor.theirs]).toEqual([{ name: '', opens: 8 }, null]);
  });

  it('follows what somebody else publishes while nothing is unsaved here', async () => {
    const { api, editor, changed } = opened();
    await settle();
    api.answer(readSetting, answer('1', null, { name: 'Eva’s', opens: 6 }));
    changed();
    await settle();
    expect([editor.value, editor.theirs]).toEqual([{ name: 'Eva’s', opens: 6 }, null]);
  });

  it('keeps both texts where somebody else was faster, until one is chosen', async () => {
    const { api, editor, changed } = opened();
    await settle();
    const theirs = { name: 'Eva’s', opens: 8 };
    api.answer(saveSettingDraft, new CallError('CONFLICT'));
    api.answer(readSetting, answer('1', theirs));
    editor.change({ name: 'Mine', opens: 8 });
    await settle();
    expect([editor.saved, editor.value?.name, editor.theirs?.draft?.value.name]).toEqual(['late', 'Mine', 'Eva’s']);
    expect(await editor.publish('')).toBe(false);

    api.answer(saveSettingDraft, ({ body }) => answer('2', schema.parse(body.value)));
    editor.keepMine();
    await settle();
    expect([editor.saved, api.sent(saveSettingDraft).at(-1)?.body.seen]).toEqual(['saved', '1']);

    editor.change({ name: 'Mine again', opens: 8 });
    api.answer(readSetting, answer('3', theirs));
    changed();
    await vi.advanceTimersByTimeAsync(400);
    expect(editor.saved).toBe('late');
    editor.takeTheirs();
    expect([editor.saved, editor.value]).toEqual(['saved', theirs]);
  });

  it('keeps what was begun before a reload, though somebody else was faster meanwhile', async () => {
    const first = opened();
    await settle();
    first.editor.change({ name: 'Mine', opens: 8 });
    first.stop();
    const { editor } = opened(answer('1', { name: 'Eva’s', opens: 8 }));
    await settle();
    expect([editor.saved, editor.value?.name, editor.theirs?.draft?.value.name]).toEqual(['late', 'Mine', 'Eva’s']);
  });
});

it('changes are told in the order of what is said now, then what is said no longer', () => {
  const fact = (key: string, text: string) => ({ key, label: key.toUpperCase(), text });
  expect(changesBetween([fact('a', '1'), fact('b', '2')], [fact('c', '3'), fact('a', '1')])).toEqual([
    { key: 'c', label: 'C', before: null, after: '3' },
    { key: 'b', label: 'B', before: '2', after: null },
  ]);
});
