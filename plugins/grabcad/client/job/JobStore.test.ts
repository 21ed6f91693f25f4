import { trayParts } from '@sinter/sdk/contract/grabcad/tray';
import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { createJob, readJob, updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import texts from '../../locales/en_US.json' with { type: 'json' };
import { aJob, aMachine, aMaterial } from '../testing.ts';
import { JobStore } from './JobStore.ts';
import { hoursOf, jobValuesSchema, type JobValues } from './jobValues.ts';
import type { TrayEntry } from './trayAddress.ts';

const tray: TrayEntry = {
  ...{ durationSeconds: 9000, materialM3: 0.00002, from: Date.UTC(2026, 10, 25, 8) },
  tray: [{ orderId: 41, fileId: 3, fileName: 'part-3.stl', quantity: 2 }],
};
const fdm = { ...aMachine(2).machine, amProcess: { id: 31, name: 'FDM' } };
const machines = [aMachine(1), aMachine(2, { machine: fdm }), aMachine(3, { materials: [51] })];

async function form(job: Job | null, entry: TrayEntry | null = null) {
  const fake = fakeHost({ id: 'grabcad', texts });
  fake.api.answer(listEquipments, machines);
  fake.api.answer(listMaterials, [aMaterial(50, 'PA 2200')]);
  fake.api.answer(trayParts, {
    parts: [{ fileId: 3, processId: 30, materialId: 50, itar: false, notScheduled: 6 }],
  });
  if (job) fake.api.answer(readJob, () => job);
  const store = new JobStore(fake.host, job?.id ?? null, entry);
  store.start();
  await vi.waitFor(() => expect(store.around).not.toBeNull());
  const { initial } = store;
  if (!initial) throw new Error('There is no form.');
  const problems = (change: Partial<JobValues>) => {
    const schema = jobValuesSchema(fake.host.t, {
      machineOf: (id) => store.machine(id),
      mostOf: (id) => store.mostOf(id),
      asksDuration: store.asksDuration,
    });
    const { error } = schema.safeParse({ ...initial, equipmentId: 1, materialId: 50, ...change });
    return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
  };
  const checked = (change: Partial<JobValues> = {}) =>
    jobValuesSchema(fake.host.t, { machineOf: () => undefined, mostOf: () => undefined, asksDuration: false }).parse({
      ...initial,
      ...{ equipmentId: 1, materialId: 50 },
      ...change,
    });
  return { ...fake, store, initial, problems, checked };
}

describe('a job of a tray', () => {
  it('begins with what the tool has made of it, for the only machine that can make its parts', async () => {
    const { store, initial } = await form(null, tray);
    expect(initial).toMatchObject({
      ...{ jobName: 'part-3.stl', hours: 2.5, quantity: 20, unit: 'CUBIC_CM' },
      parts: [{ fileId: 3, quantity: 2 }],
    });
    expect(hoursOf(initial.fromDate, initial.toDate)).toBe(2.5);
    expect(store.machines.map(({ id }) => id)).toEqual([1]);
    expect([initial.equipmentId, initial.materialId]).toEqual([1, 50]);
  });

  it('says what is missing in the words of the specification', async () => {
    const { problems } = await form(null, tray);
    const empty = { jobName: ' ', equipmentId: null, materialId: null, fromDate: null, toDate: null };
    expect(problems({ ...empty, secondary: [{ materialId: null, quantity: null }] })).toEqual({
      jobName: 'Please enter job name',
      equipmentId: 'Please select an equipment',
      materialId: 'Please select a material',
      fromDate: 'Please select start date',
      toDate: 'Please select end date',
      'secondary.0.materialId': 'Please select material',
    });
    expect(problems({ supportId: null })).toEqual({});
    expect(problems({ toDate: '2026-11-25T07:00', fromDate: '2026-11-25T09:00' })).toHaveProperty('toDate');
  });

  it('has at most as many of a part as are left, and what an edited job has already', async () => {
    const many = [{ orderId: 41, fileId: 3, fileName: 'part-3.stl', quantity: 9 }];
    expect((await form(null, tray)).problems({ parts: many })).toEqual({ 'parts.0': 'Left to schedule: 6' });
    const { store, problems } = await form(aJob(), tray);
    expect(store.mostOf(3)).toBe(8);
    expect(problems({ parts: many })).toEqual({ 'parts.0': 'Left to schedule: 8' });
    expect((await form(aJob())).store.mostOf(3)).toBe(8);
  });

  it('is created once, from GrabCAD, with the quantities and files of the form', async () => {
    const { store, api, checked } = await form(null, tray);
    api.answer(createJob, aJob());
    const file = { id: 12, fileName: 'plate.gcode', size: 1, fileURL: '/f' };
    const parts = [{ orderId: 41, fileId: 3, fileName: 'part-3.stl', quantity: 1 }];
    await store.save(checked({ parts, jobFiles: [file] }));
    expect(api.sent(createJob)).toMatchObject([
      {
        body: {
          ...{ jobSource: 'GRABCAD', files: [{ rfqCadFileId: 3, quantity: 1 }], jobFileIds: [12] },
          ...{ estimatedTime: '2.5', materialQuantityUsed: '20' },
        },
      },
    ]);
    expect(api.sent(createJob)[0]?.body).not.toHaveProperty('actualTime');
    expect(store.saved).toMatchObject({ created: true });
  });

  it('is changed while it is queued, and refused when somebody has started it meanwhile', async () => {
    const { store, api, checked } = await form(aJob());
    api.answer(updateJob, aJob({ version: 5 }));
    await store.save(checked({ notes: 'Twice' }));
    expect(api.sent(updateJob)).toMatchObject([{ body: { id: 7, version: 4, jobNotes: 'Twice' } }]);
    expect(store.saved).toMatchObject({ created: false });

    const other = await form(aJob());
    other.api.answer(readJob, aJob({ jobStatus: 'IN_PROGRESS' }));
    await expect(other.store.save(other.checked())).rejects.toMatchObject({ code: 'JOB_NOT_QUEUED' });
    expect(other.api.sent(updateJob)).toEqual([]);
    expect([other.store.left, other.store.lock]).toEqual([true, 'status']);
  });

  it('hears of it while the form is open', async () => {
    const { store, api, receive } = await form(aJob());
    api.answer(readJob, aJob({ jobStatus: 'CANCELLED' }));
    receive(jobChanged, { jobId: 7, facilityId: 1, equipmentId: 1, status: 'CANCELLED' });
    await vi.waitFor(() => expect(store.left).toBe(true));
  });

  it('of build planning keeps its machine and materials; one that the machine reported asks how long it took', async () => {
    expect((await form(aJob({ jobSource: 'BUILD_PLANNING' }))).store.lock).toBe('planned');
    const { store, problems, initial, api, checked } = await form(
      aJob({ jobCreationType: 'MACHINE_CONNECTIVITY', jobStatus: 'IN_PROGRESS' }),
    );
    expect([store.left, store.startLocked]).toEqual([false, true]);
    expect([store.lock, store.asksDuration, initial.duration]).toEqual([null, true, 2]);
    expect(problems({ duration: null })).toEqual({ duration: 'Please enter duration' });
    api.answer(readJob, aJob({ jobCreationType: 'MACHINE_CONNECTIVITY', jobStatus: 'COMPLETED' }));
    api.answer(updateJob, aJob());
    await store.save(checked({ duration: 3.5 }));
    expect(api.sent(updateJob)).toMatchObject([{ body: { actualTime: '3.5' } }]);
    expect((await form(aJob())).store.lock).toBeNull();
  });
});
