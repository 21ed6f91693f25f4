import { expect, it, vi } from 'vitest';
import { listCards, lotChanged, readBoard, readLot, type FloorCard } from '@sinter/sdk/contract/production/lots';
import { CallError } from '@sinter/sdk/contract/errors';
import { fakeHost } from '@sinter/sdk/testing';
import { BoardStore } from './BoardStore.ts';

const card = (id: number): FloorCard => ({
  id,
  number: String(id),
  orderId: 3,
  orderTitle: 'Hinges',
  orderFileId: 9,
  part: 'hinge.stl',
  thumbnail: null,
  process: 'MJF',
  material: 'PA 12',
  finish: '',
  color: '',
  quantity: 8,
  dueAt: null,
  priority: null,
  jobId: 1,
  jobName: 'Hinges',
  machine: 'MJF-01',
  state: 'OPEN',
  heldFor: null,
  controlled: false,
  expedited: false,
  tags: [],
  position: 1,
  step: '',
  kind: 'POST',
  workCenter: 'finishing',
  status: 'READY',
  open: 8,
  received: 8,
  since: '2026-11-23T08:00:00Z',
  startedBy: '',
  late: false,
});
const center = (key: string, cards: FloorCard[], lots = cards.length) => ({
  key,
  name: '',
  kind: 'POST' as const,
  limit: null,
  blocks: false,
  lots,
  pieces: lots * 8,
  late: 0,
  cards,
});
const path = '/service-provider/work-center';

function opened(search = '') {
  const fake = fakeHost({ id: 'production', location: { pathname: path, search } });
  fake.api.answer(readBoard, { centers: [center('print', []), center('finishing', [card(1)], 60)] });
  fake.api.answer(listCards, { cards: [card(1), card(2)], total: 60 });
  const store = new BoardStore(fake.host);
  store.start();
  return { ...fake, store };
}

it('shows the board, on a phone the first work center with something to do, and more of it on demand', async () => {
  const { store, api, receive } = opened();
  await vi.waitFor(() => expect(store.single).toBe('finishing'));
  const [, finishing] = store.board.answer?.centers ?? [];
  if (!finishing) throw new Error('There is no work center.');
  expect(store.cardsOf(finishing).map(({ id }) => id)).toEqual([1]);
  store.loadMore('finishing');
  await vi.waitFor(() => expect(store.cardsOf(finishing).map(({ id }) => id)).toEqual([1, 2]));
  expect(api.sent(listCards)).toMatchObject([{ query: { workCenter: 'finishing', offset: 0 } }]);
  receive(lotChanged, { lotId: 1, orderId: 3 });
  await vi.waitFor(() => expect(api.sent(readBoard)).toHaveLength(2), { timeout: 10_000 });
});

it('lists what runs without asking for the board', async () => {
  const { store, api } = opened('?view=ACTIVE');
  await vi.waitFor(() => expect(store.list.rows).toHaveLength(2));
  expect(api.sent(listCards)).toMatchObject([{ query: { list: 'ACTIVE', text: '', offset: 0 } }]);
  expect(api.sent(readBoard)).toHaveLength(0);
});

it('finds by text, and opens the lot whose code is scanned or typed', async () => {
  const { store, api, navigated } = opened();
  store.search('hinge');
  await vi.waitFor(() => expect(api.sent(listCards)).toMatchObject([{ query: { list: 'OPEN', text: 'hinge' } }]));
  store.search('lot-12');
  expect(navigated.at(-1)?.to).toBe(`${path}/lots/12`);
  const before = navigated.length;
  api.answer(readLot, new CallError('NOT_FOUND'));
  await expect(store.open({ kind: 'LOT', id: 99 })).rejects.toThrow();
  expect(navigated).toHaveLength(before);
});
