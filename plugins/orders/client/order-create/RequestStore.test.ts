import { CallError } from '@sinter/sdk/contract/errors';
import { readOrderAnswers, readRequestForm } from '@sinter/sdk/contract/orders/requestForms';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { createDraft, saveRequest } from '@sinter/sdk/contract/orders/drafts';
import { checkDates, chooseDate, listDateOffers, type DateOffer } from '@sinter/sdk/contract/orders/dates';
import { fireOrderEvent, readOrder, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { buyerUser, fakeFile, fakeFiles, fakeHost, fakeStorage, readyPart } from '@sinter/sdk/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderDetail, orderFile } from '../testing.ts';
import { RequestStore } from './RequestStore.ts';
// Loaded late otherwise.
import '../request/presentForm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const file = (name: string) => new File(['solid'], name);
const part = (id: number, more = {}) => ({ ...orderFile, id, ...more });
const draftOf = (more: Partial<OrderDetail> = {}): OrderDetail => ({
  ...orderDetail,
  ...{ status: 'DRAFT', requestStatus: 'DRAFT', changeable: true, exportAnswer: false, version: 1 },
  ...more,
});

const offer = (kind: 'EARLIEST' | 'STANDARD', id: number, deliveryOn: string): DateOffer => ({
  facility: { id: 7, name: 'Acme' },
  leadTimeOption: { id, kind, name: '' },
  deliveryType: { id: 1, kind: 'PARCEL', name: '' },
  readyOn: deliveryOn,
  deliveryOn,
  reasons: [],
  confidence: { level: 'HIGH', firmShare: 1, manualReview: false },
  parts: { amount: 1000, currency: 'EUR' },
  delivery: { amount: 0, currency: 'EUR' },
  tax: { amount: 0, currency: 'EUR' },
  taxText: '',
  total: { amount: 1000, currency: 'EUR' },
});
const [rush, standard] = [offer('EARLIEST', 1, '2026-12-04'), offer('STANDARD', 2, '2026-12-14')];

function request(orderId: number | null, order = draftOf(), kept = { ...fakeFiles(), storage: fakeStorage() }) {
  const fake = fakeHost({ id: 'orders', user: buyerUser() });
  const { api } = fake;
  api.answer(readRequestForm, { form: null });
  api.answer(readOrderAnswers, { form: null, answers: {}, answerFiles: [] });
  api.answer(listOfferedMaterials, []);
  api.answer(estimatePrice, { files: [], totals: [], leadTimeDays: 1 });
  api.answer(listDateOffers, [rush, standard]);
  api.answer(chooseDate, { ...standard, chosenAt: '' });
  api.answer(readOrder, order);
  api.answer(createDraft, ({ body }) => draftOf({ displayTitle: body.displayTitle, rfqFileDTOs: [] }));
  api.answer(saveRequest, ({ body }) =>
    draftOf({
      version: body.version + 1,
      rfqFileDTOs: body.rfqFileDTOs.map(({ id }, place) => part(id ?? 90 + place)),
    }),
  );
  const born: number[] = [];
  const store = new RequestStore(fake.host, kept.files, kept.storage, { orderId, born: (id) => void born.push(id) });
  const sent = { begun: api.sent(createDraft), saved: api.sent(saveRequest), fired: api.sent(fireOrderEvent) };
  return { ...fake, ...kept, kept, store, born, ...sent, stop: store.start() };
}
const settle = () => vi.advanceTimersByTimeAsync(2000);

it('is a draft from the first file on, also while that waits for an answer', async () => {
  const { store, begun, born } = request(null);
  store.change({ displayTitle: 'Jaws' });
  await settle();
  expect(begun).toEqual([]);
  store.parts.add([file('a.stl')]);
  await settle();
  expect(begun).toMatchObject([{ body: { displayTitle: 'Jaws', exportControlled: null, rfqFileDTOs: [] } }]);
  expect([born, store.orderId]).toEqual([[12], 12]);
});

it('saves what is changed once a moment, by the version it has', async () => {
  const { store, saved } = request(12, draftOf({ rfqFileDTOs: [part(71)] }));
  await settle();
  for (const displayTitle of ['J', 'Ja', 'Jaws 2']) store.change({ displayTitle });
  await settle();
  expect(saved).toMatchObject([{ body: { version: 1, displayTitle: 'Jaws 2', rfqFileDTOs: [{ id: 71 }] } }]);
  expect(store.isSaved).toBe(true);
});

it('stands on another machine as it was left', async () => {
  const wanted = part(71, { quantity: 9, color: 'Red', tolerance: 'DRAWING' });
  const { store, saved } = request(12, draftOf({ notes: 'Soon', thirdPartyOrderId: 'R-1', rfqFileDTOs: [wanted] }));
  await settle();
  expect(store.fields).toMatchObject({ displayTitle: 'Gripper jaws', notes: 'Soon', thirdPartyOrderId: 'R-1' });
  expect(store.parts.lines[0]?.choice).toMatchObject({ quantity: 9, color: 'Red', tolerance: 'DRAWING', lineId: 71 });
  expect([store.parts.lines[0]?.file.isReady, saved]).toEqual([true, []]);
});

it('brings in what somebody else changed, and keeps what was changed here', async () => {
  const { store, api, saved } = request(12, draftOf({ rfqFileDTOs: [part(71)] }));
  await settle();
  store.change({ notes: 'Mine' });
  const theirs = draftOf({
    version: 5,
    displayTitle: 'Theirs',
    rfqFileDTOs: [part(71, { quantity: 7 }), part(72, { originalFileDTO: fakeFile(3, 'other.step') })],
  });
  api.answer(readOrder, theirs);
  api.answer(saveRequest, ({ body }) => {
    if (body.version < 5) throw new CallError('CHANGED');
    return { ...theirs, version: 6 };
  });
  await settle();
  expect(store.fields).toMatchObject({ displayTitle: 'Theirs', notes: 'Mine' });
  expect(store.parts.lines.map(({ lineId, quantity }) => [lineId, quantity])).toEqual([
    [71, 7],
    [72, 4],
  ]);
  expect(store.merged?.conflicts).toEqual([]);
  expect(saved.at(-1)?.body).toMatchObject({ version: 5, displayTitle: 'Theirs', notes: 'Mine' });
});

it('says where both changed the same, keeps mine, and takes theirs when asked', async () => {
  const { store, api } = request(12);
  await settle();
  store.change({ displayTitle: 'Mine' });
  const theirs = draftOf({ version: 5, displayTitle: 'Theirs' });
  api.answer(readOrder, theirs);
  api.answer(saveRequest, ({ body }) => {
    if (body.version < 5) throw new CallError('CHANGED');
    return { ...theirs, version: body.version + 1 };
  });
  await settle();
  expect([store.fields.displayTitle, store.merged?.conflicts]).toEqual(['Mine', ['displayTitle']]);
  store.useTheirs();
  expect([store.fields.displayTitle, store.merged]).toEqual(['Theirs', null]);
});

it('loses nothing by a reload before it was saved', async () => {
  const first = request(12, draftOf({ rfqFileDTOs: [part(71)] }));
  await settle();
  first.api.answer(saveRequest, new CallError('UNAVAILABLE'));
  first.store.change({ notes: 'Not saved' });
  await settle();
  expect(first.store.saving).toBe('failed');
  first.stop();
  const second = request(12, draftOf({ rfqFileDTOs: [part(71)] }), first.kept);
  await settle();
  expect(second.store.fields.notes).toBe('Not saved');
  expect(second.store.parts.lines.map(({ lineId }) => lineId)).toEqual([71]);
});

it('is sent once it is complete and saved', async () => {
  const { store, all, fired, api, navigated } = request(null);
  api.answer(fireOrderEvent, draftOf({ status: 'DISTRIBUTED' }));
  store.parts.answer(false);
  store.parts.add([file('a.stl')]);
  await settle();
  await store.submit();
  expect([fired, store.problems]).toEqual([[], ['preparing', 'title']]);
  all.get()[0]?.state.set(readyPart(1));
  for (const line of store.parts.lines) line.take({ ...line.choice, amProcessId: 1, materialId: 11 });
  store.change({ displayTitle: 'Jaws' });
  const sending = store.submit();
  await settle();
  await sending;
  expect(fired).toMatchObject([{ params: { id: 12 }, body: { event: 'SUBMIT' } }]);
  expect(navigated.at(-1)?.to).toBe('/order-details/12');
  expect(all.get()).toEqual([]);
});

it('keeps the date that is chosen with what is sent, and asks for those of whom the buyer wants asked', async () => {
  const { store, api, fired } = request(12, draftOf({ sourcing: 'APPROVED_VENDORS', rfqFileDTOs: [part(71)] }));
  const [asked, kept] = [api.sent(listDateOffers), api.sent(chooseDate)];
  api.answer(fireOrderEvent, draftOf({ status: 'DISTRIBUTED' }));
  await settle();
  expect(asked.at(-1)?.body).toMatchObject({ sourcing: 'APPROVED_VENDORS', exportControlled: false });
  store.parts.dates.choose(rush);
  await store.submit();
  expect(kept).toMatchObject([{ params: { id: 12 }, body: { facilityId: 7, leadTimeOptionId: 1 } }]);
  expect([fired.length, store.choiceLost]).toEqual([1, false]);
});

it('sends what is complete also where its date cannot be kept, and says so', async () => {
  const { store, api, fired } = request(12, draftOf({ rfqFileDTOs: [part(71)] }));
  api.answer(fireOrderEvent, draftOf({ status: 'DISTRIBUTED' }));
  api.answer(chooseDate, new CallError('NOT_FOUND'));
  await settle();
  await store.submit();
  expect([fired.length, store.choiceLost]).toEqual([1, true]);
});

it('goes on from the date that was chosen before it was sent, when it is changed', async () => {
  const open = draftOf({ status: 'MATCHED', requestStatus: 'MATCHED', rfqFileDTOs: [part(71)] });
  const { store, api } = request(12, open);
  api.answer(checkDates, {
    ...{ choice: { ...rush, chosenAt: '' }, promise: null, earliest: null, kept: null, atRisk: null },
  });
  await settle();
  expect(store.parts.dates.chosen).toEqual(rush);
});

it('is sent after what is just being saved', async () => {
  const { store, fired, api, saved } = request(12, draftOf({ rfqFileDTOs: [part(71)] }));
  api.answer(fireOrderEvent, draftOf({ status: 'DISTRIBUTED' }));
  await settle();
  store.change({ notes: 'First' });
  const saving = store.save();
  store.change({ notes: 'Second' });
  const sending = store.submit();
  await settle();
  await Promise.all([saving, sending]);
  expect(saved.map(({ body }) => [body.version, body.notes])).toEqual([
    [1, 'First'],
    [2, 'Second'],
  ]);
  expect([fired.length, store.sendError]).toEqual([1, null]);
});

it('shows that it can no longer be changed once facilities were asked', async () => {
  const { store } = request(12, draftOf({ status: 'DISTRIBUTED', changeable: false }));
  await settle();
  expect(store.gone).toBe(true);
});
