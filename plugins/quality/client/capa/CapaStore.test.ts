import {
  capaChanged,
  capaPeople,
  capaSchema,
  capaTaskSchema,
  finishCapaTask,
  linkCapaNcr,
  readCapa,
  updateCapa,
  type Capa,
} from '@sinter/sdk/contract/quality/capas';
import { sampleOf } from '@sinter/sdk/contract/samples';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { CapaStore } from './CapaStore.ts';

const task = capaTaskSchema.parse(sampleOf(capaTaskSchema));
const capa: Capa = { ...capaSchema.parse(sampleOf(capaSchema)), id: 3, version: 1, taskList: [task] };

async function opened() {
  const { host, api, receive } = fakeHost({ id: 'quality' });
  api.answer(readCapa, capa);
  api.answer(capaPeople, []);
  const store = new CapaStore(host, 3);
  const end = store.start();
  await vi.waitFor(() => expect(store.reading.answer).toEqual(capa));
  return { store, api, receive, end };
}

it('keeps what is worked on open, whatever else the server answers meanwhile', async () => {
  const { store, api, receive, end } = await opened();
  const analysis = { what: 'analysis' } as const;
  api.answer(linkCapaNcr, { ...capa, version: 2 });
  store.open(analysis);
  await store.unlinking.run(1);
  expect([store.beside, store.reading.answer?.version]).toEqual([analysis, 2]);

  api.answer(readCapa, { ...capa, version: 3 });
  receive(capaChanged, { capaId: 3 });
  await vi.waitFor(() => expect(store.reading.answer?.version).toBe(3));
  expect(store.beside).toEqual(analysis);

  // Another form was saved after all, when this one is open already.
  store.open({ what: 'done', task });
  const done = api.pending(finishCapaTask);
  const finishing = store.finish(task, 'Preheated');
  store.open(analysis);
  done(capa);
  await finishing;
  expect(store.beside).toEqual(analysis);

  api.answer(updateCapa, capa);
  await store.save(capa, { rootCause: 'Cold' });
  expect(store.beside).toBeNull();
  end();
});
