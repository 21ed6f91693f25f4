import { CallError } from '@sinter/sdk/contract/errors';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import type { OrderRow } from '@sinter/sdk/contract/orders/rows';
import { listPriorities } from '@sinter/sdk/contract/scheduling/priorities';
import { listSimulationSoftware } from '@sinter/sdk/contract/catalog/machines';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { createJob, fileJobStatus, nextSlot, readJob, updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost, fakeStorage } from '@sinter/sdk/testing';
import moment from 'moment';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aFullJob, aMachine, anOrderFile, planner } from '../testing.ts';
import { Zone } from '../zone.ts';
import { readUnfinished } from './entered.ts';
import { JobFormStore } from './JobFormStore.ts';
import type { Beginning } from './JobFormStore.ts';
import { toPart } from './chosenPart.ts';
import { defaultName, emptyJob, jobValuesSchema } from './jobValues.ts';
import type { ChosenPart } from './chosenPart.ts';
import type { CheckedJob, JobValues } from './jobValues.ts';
import texts from '../../locales/en_US.json' with { type: 'json' };

const order = { id: 5, displayTitle: 'Arm' };
const part = (id: number, more: Parameters<typeof anOrderFile>[1] = {}): ChosenPart =>
  toPart(anOrderFile(id, more), order);
const cnc = { ...aMachine(3).machine, amProcess: { id: 31, name: 'FDM' } };
const machines = [aMachine(1, { materials: [50, 51] }), aMachine(2), aMachine(3, { machine: cnc })];
const slot = { fromDate: '1795600800000', toDate: '1795644000000', delayedBy: [] };
const estimate = (buildHours: number[]) => ({
  ...{ totals: [], leadTimeDays: 1 },
  files: buildHours.map((hours, fileId) => ({
    ...{
      fileId,
      currency: 'EUR',
      buildHours: hours,
      materialGrams: 1,
      unitPrice: 1,
      total: 1,
      costLines: [],
      breaks: [],
      leadTimeDays: 1,
      manualReview: [],
      notIncluded: [],
      accuracy: null,
    },
  })),
});

/** The form around the store: what is set comes back as a change, as it does with formik. */
function form(job: Job | null = null) {
  const fake = fakeHost({ id: 'scheduling', user: planner() });
  fake.api.answer(nextSlot, slot);
  fake.api.answer(listSimulationSoftware, [{ id: 9, name: 'Netfabb' }]);
  fake.api.answer(listPriorities, []);
  fake.api.answer(estimatePrice, estimate([3.2, 8.1]));
  const around = {
    zone: new Zone('Europe/Berlin'),
    machines,
    materials: new Map([
      [50, 'PA 2200'],
      [51, 'PA 11'],
    ]),
  };
  const store = new JobFormStore(fake.host, around, job);
  let values: JobValues = emptyJob;
  const set = <K extends keyof JobValues>(name: K, value: JobValues[K]) => change({ [name]: value });
  const change = (more: Partial<JobValues>) => {
    values = { ...values, ...more };
    store.follow(values, set);
  };
  const open = async (beginning: Beginning = {}) => {
    await store.open(beginning);
    change(store.initial ?? {});
  };
  return { ...fake, store, change, open, values: () => values };
}
const build = (more: Partial<CheckedJob> = {}): CheckedJob => ({
  ...{ ...emptyJob, secondaryMaterials: [], jobName: 'Build', files: [part(1)], equipmentDTO: 1, materialDTO: 50 },
  ...{ estimatedTime: 3, fromDate: moment('2026-11-25 08:00'), toDate: moment('2026-11-25 11:00') },
  ...more,
});
const answered = () => new Promise((resolve) => setTimeout(resolve));

describe('the job form', () => {
  it('fills in name, machine, material and hours from the parts, and asks for the next slot', async () => {
    const { store, change, open, values, api } = form();
    await open();
    change({
      files: [part(1, { materials: [{ id: 51, name: 'PA 11' }] }), part(2, { materials: [{ id: 51, name: 'PA 11' }] })],
    });
    await answered();
    expect(values()).toMatchObject({ jobName: 'bracket-1 + 1', equipmentDTO: 1, materialDTO: 51, estimatedTime: 12 });
    expect(store.choices.machinesFor(values().files).map(({ id }) => id)).toEqual([1]);
    expect(api.sent(nextSlot).at(-1)).toEqual({ query: { equipment: 1, totalHours: 12, material: 51 } });
    expect(store.slots.slot).toEqual({ fromDate: slot.fromDate, toDate: slot.toDate });
  });

  it('leaves alone what somebody typed', async () => {
    const { change, open, values } = form();
    await open();
    change({ jobName: 'My build', estimatedTime: 40 });
    change({ files: [part(1)] });
    await answered();
    expect(values()).toMatchObject({ jobName: 'My build', estimatedTime: 40 });
  });

  it('sets the end to the start plus the simulated build time, and asks for the next slot again', async () => {
    const { change, open, values, api } = form();
    await open();
    change({ equipmentDTO: 1, fromDate: moment('2026-11-25 08:00') });
    expect(api.sent(nextSlot)).toHaveLength(0);
    change({ estimatedTime: 10 });
    expect(values().toDate?.format('DD HH:mm')).toBe('25 18:00');
    expect(api.sent(nextSlot)).toHaveLength(1);
    change({ estimatedTime: 4.5 });
    expect(values().toDate?.format('DD HH:mm')).toBe('25 12:30');
    expect(api.sent(nextSlot).at(-1)).toMatchObject({ query: { totalHours: 5 } });
    await answered();
  });

  it('recomputes the actual time in hours from start and end, also over a change of the clocks', async () => {
    const { change, open, values } = form();
    await open();
    change({ fromDate: moment('2026-11-25 08:00'), toDate: moment('2026-11-25 11:30') });
    expect(values().actualTime).toBe(3.5);
    change({ toDate: moment('2026-11-26 08:00') });
    expect(values().actualTime).toBe(24);
    change({ fromDate: moment('2026-11-25 20:00') });
    expect(values()).toMatchObject({ actualTime: 12 });
    expect(values().toDate?.format('DD HH:mm')).toBe('26 08:00');
    // In Berlin the clocks go back in the night to the 25th of October 2026.
    change({ fromDate: moment('2026-10-24 12:00'), toDate: moment('2026-10-25 12:00') });
    expect(values().actualTime).toBe(25);
  });

  it('begins where somebody has drawn it on the chart', async () => {
    const { open, values } = form();
    const from = Date.UTC(2026, 10, 25, 7);
    await open({ place: { equipmentId: 2, from, to: from + 3 * 3_600_000 } });
    expect(values()).toMatchObject({ equipmentDTO: 2, actualTime: 3 });
    expect(values().fromDate?.format('DD HH:mm')).toBe('25 08:00');
  });

  it('begins with the unscheduled parts of an order', async () => {
    const files = [anOrderFile(1), anOrderFile(2, { notScheduled: 0 }), anOrderFile(3, { notScheduled: 4 })];
    const order: OrderRow = {
      ...{
        id: 5,
        displayTitle: 'Arm',
        status: 'SP_BID_ACCEPTED',
        quantity: 3,
        customer: '',
        creator: '',
        facility: null,
      },
      ...{
        estimatedDeliveryDate: null,
        createdOn: '',
        quote: null,
        priorityId: null,
        promisedOn: null,
        rfqConfigName: null,
        made: null,
        exportControlled: false,
        ndaRequired: false,
        quoteDueDate: null,
        rfqFileDTOs: files,
      },
      ...{
        industryFocus: '',
        deliveryMethod: null,
        customerEmail: null,
        customerPhone: null,
        partNumbers: [],
        tags: [],
        unread: false,
        archived: null,
      },
      allowedEvents: [],
      primaryUseCase: null,
      thirdPartyOrderId: '',
    };
    const { store, open, values, api } = form();
    // Searched by its number, another order with a part of that number may come first.
    const other = { ...order, id: 6, rfqFileDTOs: [] };
    api.answer(searchOrders, ({ body }) => ({
      orders: body.searchFilters?.ID?.join() === '5' ? [order] : [other],
      totalCount: 1,
    }));
    await open({ orderId: 5 });
    expect(values().files).toMatchObject([
      { id: 1, quantity: 10, max: 10 },
      { id: 3, quantity: 4, max: 4 },
    ]);
    expect(store.unsaved).toBe(false);
  });

  it('counts as unsaved only what somebody entered', async () => {
    const { store, change, open, values } = form();
    await open();
    expect(store.unsaved).toBe(false);
    change({ files: [part(1)] });
    expect(store.unsaved).toBe(true);
    await answered();
    expect(values().estimatedTime).toBe(12);
    change({ files: [] });
    expect(values().estimatedTime).toBeNull();
    expect(store.unsaved).toBe(false);
  });

  it('sends dates by the clock of the facility, and one event id for the whole form', async () => {
    const { store, api } = form();
    api.answer(createJob, aFullJob());
    const values = build();
    await store.save(values);
    await store.save(values);
    const [first, second] = api.sent(createJob);
    expect(first).toMatchObject({
      body: {
        fromDate: String(Date.UTC(2026, 10, 25, 7)),
        toDate: String(Date.UTC(2026, 10, 25, 10)),
        estimatedTime: '3',
      },
    });
    expect(second).toEqual(first);
  });

  it('helps with a slot that is taken and with parts that are gone, and throws the rest', async () => {
    const { store, change, open, api } = form();
    api.answer(createJob, new CallError('SLOT_TAKEN', undefined, { slot, obstacle: 'BUSY', jobId: 18 }));
    api.answer(fileJobStatus, [{ id: 1, notScheduled: 2 }]);
    api.answer(readJob, aFullJob({ id: 18, jobName: 'In the way' }));
    await open();
    const values = build();
    change(values);
    expect(await store.save(values)).toBeNull();
    expect(store.refused.error?.details.slot).toEqual(slot);
    await answered();
    expect(store.refused.inTheWay).toMatchObject({ id: 18, jobName: 'In the way' });
    change(store.dates(slot));
    expect(store.refused.error).toBeNull();
    const gone = CallError.received({
      code: 'OVER_ALLOCATED',
      message: 'Only 2 of bracket-1.step are left to schedule.',
      free: 2,
    });
    api.answer(createJob, gone);
    expect(await store.save(values)).toBeNull();
    expect(store.refused.error?.message).toContain('Only 2');
    expect(await store.recount(values.files)).toMatchObject([{ id: 1, max: 2 }]);
    api.answer(createJob, new CallError('FORBIDDEN'));
    await expect(store.save(values)).rejects.toThrow(CallError);
  });

  it('edits a queued job: its own parts count as free, and its own time is no obstacle', async () => {
    const file = { rfqCadFileId: 1, quantity: 6, completedQuantity: 0, fileName: 'bracket-1.step' };
    const job = aFullJob({
      jobOrderDTOs: [
        {
          orderId: 5,
          subOrderId: null,
          rfqDTO: order,
          fileIds: [{ ...file, rfqFileDTO: anOrderFile(1, { notScheduled: 4 }) }],
        },
      ],
    });
    const { open, values, api } = form(job);
    await open();
    await answered();
    expect(values()).toMatchObject({
      files: [{ quantity: 6, max: 10 }],
      equipmentDTO: 1,
      materialDTO: 50,
      estimatedTime: 12,
    });
    expect(api.sent(nextSlot)).toEqual([{ query: { equipment: 1, totalHours: 12, excludeJobId: 7, material: 50 } }]);
  });
});

describe('a job that is there already', () => {
  const saved = { ...{ fromDate: String(Date.UTC(2026, 10, 25, 7)), toDate: String(Date.UTC(2026, 10, 25, 19)) } };

  it('sends everything that can be set, and the version that was seen', async () => {
    const software = { id: 9, name: 'Netfabb' };
    const { store, open, api } = form(aFullJob({ ...saved, version: 4, simulationSoftwareDTO: software }));
    api.answer(updateJob, aFullJob());
    await open();
    const used = { materialDTO: 51, materialQuantityUsed: 2.5 };
    await store.save(
      build({
        ...{
          secondaryMaterials: [used],
          supportMaterial: used,
          simulationSoftwareDTO: 9,
          buildPlateUtilization: 45.67,
        },
        ...{ materialQuantityUsed: 120, materialUnit: 'KILOGRAM', jobNotes: 'Careful' },
        jobFiles: [{ id: 77, fileName: 'build.3mf', size: 1, fileURL: '/f' }],
      }),
    );
    const wire = { materialDTO: { id: 51 }, materialQuantityUsed: '2.5' };
    expect(api.sent(updateJob)).toMatchObject([
      {
        body: {
          ...{ id: 7, version: 4, secondaryMaterials: [wire], supportMaterial: wire, simulationSoftwareDTO: { id: 9 } },
          ...{ buildPlateUtilization: 0.4567, materialQuantityUsed: '120', materialUnit: 'KILOGRAM', jobFileIds: [77] },
          ...{ jobSource: 'SCHEDULING', jobNotes: 'Careful' },
        },
      },
    ]);
    // The duration is not asked for a queued job, and not sent.
    expect(api.sent(updateJob)[0]?.body).not.toHaveProperty('actualTime');
  });

  it('says its duration once it is over', async () => {
    const { store, open, api } = form(aFullJob({ ...saved, jobStatus: 'COMPLETED' }));
    api.answer(updateJob, aFullJob());
    await open();
    await store.save(build({ actualTime: 11.5 }));
    expect(api.sent(updateJob)).toMatchObject([{ body: { actualTime: '11.5' } }]);
    // Its start stays: no other time is looked for.
    expect(api.sent(nextSlot)).toHaveLength(0);
  });

  it('keeps its machine and material while they are locked, also when the machine is no longer offered', async () => {
    const { change, open, values } = form(aFullJob({ ...saved, jobStatus: 'IN_PROGRESS', equipmentId: 99 }));
    await open();
    change({ jobNotes: 'Running' });
    expect(values()).toMatchObject({ equipmentDTO: 99, materialDTO: 50, jobNotes: 'Running' });
  });

  it('shows both versions when somebody else was faster, and saves the mix that was chosen', async () => {
    const { store, open, change, values, api } = form(aFullJob({ ...saved, version: 1 }));
    await open();
    change({ jobName: 'My name', jobNotes: 'Mine' });
    api.answer(updateJob, new CallError('CHANGED'));
    const theirs = { ...saved, version: 2, jobName: 'Their name', materialQuantityUsed: '80' };
    api.answer(readJob, aFullJob(theirs));
    expect(await store.save(build({ jobName: 'My name', jobNotes: 'Mine' }))).toBeNull();
    expect(store.conflict.shown?.differences).toEqual([
      { field: 'jobName', side: 'mine', locked: false },
      { field: 'materialQuantityUsed', side: 'theirs', locked: false },
      { field: 'jobNotes', side: 'mine', locked: false },
    ]);
    expect(values()).toMatchObject({ jobName: 'My name', jobNotes: 'Mine' });
    store.conflict.choose('jobName', 'theirs');
    const mix = store.settle();
    expect(mix).toMatchObject({ jobName: 'Their name', jobNotes: 'Mine', materialQuantityUsed: 80 });
    expect(store.conflict.shown).toBeNull();
    change(mix ?? {});
    api.answer(updateJob, aFullJob());
    await store.save(build());
    expect(api.sent(updateJob).at(-1)).toMatchObject({ body: { version: 2 } });
  });

  it('follows others while nothing is entered, and asks once something is', async () => {
    const { store, open, change, api, receive } = form(aFullJob({ ...saved, version: 1 }));
    await open();
    store.follows((values) => change(values));
    const event = { jobId: 7, facilityId: 1, equipmentId: 1, status: 'QUEUED' };
    api.answer(readJob, aFullJob({ ...saved, version: 2, jobName: 'Renamed' }));
    receive(jobChanged, event);
    await answered();
    expect(store.initial?.jobName).toBe('Renamed');
    expect(store.conflict.shown).toBeNull();
    change({ jobNotes: 'Mine' });
    api.answer(readJob, aFullJob({ ...saved, version: 3, jobName: 'Again', jobStatus: 'IN_PROGRESS' }));
    receive(jobChanged, event);
    await answered();
    expect(store.conflict.shown?.differences.map(({ field, side }) => [field, side])).toEqual([
      ['jobName', 'theirs'],
      ['jobNotes', 'mine'],
    ]);
  });

  it('takes what cannot be changed any more from the other version', async () => {
    const { store, open, change, api } = form(aFullJob({ ...saved, version: 1 }));
    await open();
    change({ equipmentDTO: 2, fromDate: moment('2026-11-25 06:00') });
    api.answer(updateJob, new CallError('CHANGED'));
    api.answer(readJob, aFullJob({ ...saved, version: 2, jobStatus: 'IN_PROGRESS' }));
    await store.save(build());
    store.conflict.chooseAll('mine');
    const locked = store.conflict.shown?.differences
      .filter((row) => row.locked)
      .map(({ field, side }) => [field, side]);
    expect(locked).toEqual([
      ['equipmentDTO', 'theirs'],
      ['fromDate', 'theirs'],
    ]);
  });
});

describe('job files', () => {
  it('are sent one after the other, kept apart when they are controlled, and dropped when refused', async () => {
    const { store, api } = form();
    const stored: number[] = [];
    const files = ['a.3mf', 'b.log'].map((name) => new File(['x'], name));
    const sent = store.uploads.send(files, true, (file) => stored.push(file.id));
    expect(store.uploads.busy).toBe(true);
    const [first] = api.uploads(uploadFile);
    expect(first?.itar).toBe(true);
    first?.answer({ id: 70, fileName: 'a.3mf', size: 1, fileURL: '/f' });
    await answered();
    api.uploads(uploadFile)[1]?.answer(new CallError('TOO_LARGE'));
    await sent;
    expect(stored).toEqual([70]);
    expect(store.uploads.uploads).toMatchObject([{ name: 'b.log' }]);
    expect(store.uploads.busy).toBe(false);
    store.uploads.drop(store.uploads.uploads[0]?.key ?? '');
    expect(store.uploads.uploads).toEqual([]);
  });
});

describe('what the form refuses', () => {
  const problems = (values: JobValues, asksDuration = false) => {
    const { host } = fakeHost({ id: 'scheduling', texts });
    const parsed = jobValuesSchema(host.t, asksDuration).safeParse(values);
    return parsed.success
      ? {}
      : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
  };

  it('is said in the words of the specification', () => {
    expect(problems(emptyJob)).toEqual({
      jobName: 'Please enter job name',
      equipmentDTO: 'Please select an equipment',
      materialDTO: 'Please select a material',
      fromDate: 'Please select start date',
      toDate: 'Please select end date',
    });
  });

  it('are quantities beyond what is left, and an end before the start', () => {
    const whole = {
      ...emptyJob,
      jobName: 'B',
      equipmentDTO: 1,
      materialDTO: 50,
      fromDate: moment(5000),
      toDate: moment(9000),
    };
    expect(problems(whole)).toEqual({});
    expect(problems({ ...whole, files: [{ ...part(1), quantity: 11 }] })).toEqual({
      'files.0': 'Please enter a quantity from 1 to 10',
    });
    expect(problems({ ...whole, toDate: moment(5000) })).toEqual({ toDate: 'The end must be after the start.' });
  });

  it('is a secondary material without a material, while support material is optional', () => {
    const row = { materialDTO: null, materialQuantityUsed: 1 };
    expect(problems({ ...emptyJob, secondaryMaterials: [row] })).toMatchObject({
      'secondaryMaterials.0.materialDTO': 'Please select material',
    });
    expect(Object.keys(problems({ ...emptyJob, supportMaterial: row }))).not.toContain('supportMaterial.materialDTO');
  });

  it('is a missing duration, when it is asked for', () => {
    const whole = { ...build(), actualTime: null };
    expect(problems(whole)).toEqual({});
    expect(problems(whole, true)).toEqual({ actualTime: 'Please enter duration' });
  });

  it('is not the defaults of a new job: unit gram, nothing used', () => {
    expect(emptyJob).toMatchObject({ materialUnit: 'GRAM', materialQuantityUsed: null, estimatedTime: null });
  });

  it('names a job after its first file', () => {
    expect(defaultName([part(1)])).toBe('bracket-1');
    expect(defaultName([part(1), part(2), part(3)])).toBe('bracket-1 + 2');
  });
});

beforeEach(() => void vi.useRealTimers());

describe('what is entered', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()));
  afterEach(() => vi.unstubAllGlobals());

  it('outlasts a reload, and is sent as the same job', async () => {
    const { change, open, store, host, api } = form();
    await open();
    expect(readUnfinished(host)).toBeNull();
    change({ jobName: 'My build', files: [part(1)], fromDate: moment('2026-11-25 08:00'), jobNotes: 'Mind the plate' });
    api.answer(createJob, new CallError('INTERNAL'));
    await expect(store.save(build())).rejects.toThrow(CallError);
    const kept = readUnfinished(host);
    if (kept?.kind !== 'new') throw new Error('Nothing is kept.');
    expect(kept.begun.values).toMatchObject({ jobName: 'My build', jobNotes: 'Mind the plate', files: [part(1)] });
    expect(kept.begun.values.fromDate?.format('DD HH:mm')).toBe('25 08:00');

    const again = form();
    await again.store.open({ begun: kept.begun });
    again.change(again.store.begun ?? {});
    expect(again.values()).toMatchObject({ jobName: 'My build', jobNotes: 'Mind the plate' });
    expect(again.store.unsaved).toBe(true);
    again.api.answer(createJob, aFullJob());
    await again.store.save(build());
    expect(again.api.sent(createJob)[0]?.body.eventId).toBe(api.sent(createJob)[0]?.body.eventId);
    expect(readUnfinished(host)).toBeNull();
  });

  it('is put beside what somebody else saved while the page was loaded again', async () => {
    const first = form(aFullJob());
    await first.open();
    first.change({ jobNotes: 'Mine' });
    const kept = readUnfinished(first.host);
    if (kept?.kind !== 'edit') throw new Error('Nothing is kept.');
    const again = form(kept.job);
    again.api.answer(readJob, aFullJob({ version: 2, jobNotes: 'Theirs' }));
    await again.store.open({ begun: kept.begun });
    again.change(again.store.begun ?? {});
    again.store.follows(again.change);
    await answered();
    expect(again.store.conflict.shown?.differences.map(({ field }) => field)).toEqual(['jobNotes']);
  });

  it('is forgotten once it is given up', async () => {
    const { change, open, store, host } = form();
    await open();
    change({ jobName: 'My build' });
    store.dispose();
    expect(readUnfinished(host)).toBeNull();
  });
});
