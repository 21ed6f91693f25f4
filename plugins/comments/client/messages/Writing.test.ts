import { mostAttached, mostCharacters } from '@sinter/sdk/contract/comments/comments';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { listMentionable } from '@sinter/sdk/contract/comments/threads';
import { CallError } from '@sinter/sdk/contract/errors';
import { fakeFile, fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import texts from '../../locales/en_US.json';
import { Writing } from './Writing.ts';

function begun() {
  const { api, host } = fakeHost({ id: 'comments', texts });
  const writing = new Writing(host, { on: 'RFQ_ORDER 12', visibility: 'INTERNAL', facilityId: null });
  const type = (text: string) => writing.write(text, text.length);
  return { api, host, type, writing };
}
const people = [
  { id: 1, name: 'Ada Berger', side: 'ROLE_SERVICE_PROVIDER' as const },
  { id: 2, name: 'Adam Novak', side: 'ROLE_SERVICE_PROVIDER' as const },
];

it('offers people whose names are typed after @, and names those whose names stay', async () => {
  const { api, type, writing } = begun();
  api.answer(listMentionable, people);
  type('an address@example.com');
  expect(api.sent(listMentionable)).toEqual([]);
  type('Please look, @ada');
  await vi.waitFor(() => expect(writing.offered.map(({ name }) => name)).toEqual(['Ada Berger', 'Adam Novak']));
  const [ada] = writing.offered;
  if (!ada) throw new Error('Somebody is offered.');
  writing.mention(ada);
  expect([writing.text, writing.offered]).toEqual(['Please look, @Ada Berger ', []]);
  expect(writing.mentioned).toEqual([1]);
  type('Please look');
  expect(writing.mentioned).toEqual([]);
});

it('names nobody any more when others will read it', async () => {
  const { api, type, writing } = begun();
  api.answer(listMentionable, people);
  type('@ada');
  await vi.waitFor(() => expect(writing.offered).toHaveLength(2));
  const [ada] = writing.offered;
  if (ada) writing.mention(ada);
  writing.choose({ visibility: 'SHARED' });
  expect(writing.mentioned).toEqual([]);
});

it('is sent when something is written, not too long and all its files are there', async () => {
  const { api, type, writing } = begun();
  type('   ');
  expect(writing.maySend).toBe(false);
  type('a'.repeat(mostCharacters + 3));
  expect([writing.excess, writing.maySend]).toEqual([3, false]);
  type('See the drawing');
  writing.files.add([new File(['%PDF'], 'drawing.pdf')]);
  expect(writing.maySend).toBe(false);
  api.uploads(uploadFile)[0]?.answer(fakeFile(9, 'drawing.pdf'));
  await vi.waitFor(() => expect(writing.maySend).toBe(true));
  expect(writing.files.stored.map(({ id }) => id)).toEqual([9]);
});

it('says of each file why it was not attached, and goes on without it', async () => {
  const { api, writing } = begun();
  const large = new File([''], 'scan.stl');
  Object.defineProperty(large, 'size', { value: mostAttached * 2 });
  const named = (count: number) => Array.from({ length: count }, (_, at) => new File([''], `${at}.pdf`));
  writing.files.add([large, ...named(20)]);
  const [first, second] = writing.files.files;
  expect(first?.problem).toBe('This file has 50 MB. Attachments can have up to 25 MB.');
  expect(writing.files.files.at(-1)?.problem).toBe('A message can have up to 20 files.');
  api.uploads(uploadFile)[0]?.answer(new CallError('STORAGE_FULL'));
  await vi.waitFor(() => expect(second?.problem).not.toBeNull());
  writing.files.remove(writing.files.files[2]?.key ?? '');
  expect(api.uploads(uploadFile)[1]?.aborted).toBe(true);
});

it('is as it was after a reload, and is the same message to the server', async () => {
  const { host, api, type, writing } = begun();
  api.answer(listMentionable, people);
  type('Half a sent');
  writing.files.restore([fakeFile(9, 'drawing.pdf')]);
  const { written } = writing;
  expect(new Writing(host, written).restore(written).written).toEqual(written);
});
