import { CallError } from '@sinter/sdk/contract/errors';
import { estimatePrice, readOrder } from '@sinter/sdk/contract/orders';
import type { OrderDetail } from '@sinter/sdk/contract/orders';
import { createJob, fileJobStatus, nextSlot } from '@sinter/sdk/contract/scheduling';
import type { Job } from '@sinter/sdk/contract/scheduling';
import { fakeHost } from '@sinter/sdk/testing';
import moment from 'moment';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aFullJob, aMachine, anOrderFile, planner } from '../testing.ts';
import { Zone } from '../zone.ts';
import { JobFormStore } from './JobFormStore.ts';
import { defaultName, emptyJob, jobValuesSchema, toPart } from './jobValues.ts';
import type { ChosenPart, JobValues } from './jobValues.ts';
import texts from '../../locales/en_US.json' with { type: 'json' };

const order = { id: 5, displayTitle: 'Arm' };
const part = (id: number, more: Parameters<typeof anOrderFile>[1] = {}): ChosenPart =>
  toPart(anOrderFile(id, more), order);
const cnc = { ...aMachine(3).machine, amProcess: { id: 31, name: 'FDM' } };
const machines = [aMachine(1, { materials: [50, 51] }), aMachine(2), aMachine(3, { machine: cnc })];
const slot = { fromDate: '1795600800000', toDate: '1795644000000' };
const estimate = (buildHours: number[]) => ({
  ...{ currency: 'EUR', total: 0, leadTimeDays: 1 },
  files: buildHours.map((hours, fileId) => ({
    ...{
      fileId,
      buildHours: hours,
      materialGrams: 1,
      unitPrice: 1,
      total: 1,
      costLines: [],
      breaks: [],
      leadTimeDays: 1,
      manualReview: [],
    },
  })),
});

/** The form around the store: what is set comes back as a change, as it does with formik. */
function form(job: Job | null = null) {
  const fake = fakeHost({ id: 'scheduling', user: planner() });
  fake.api.answer(nextSlot, slot);
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
  const open = async (orderId: number | null = null) => {
    await store.open(orderId);
    change(store.initial ?? {});
  };
  return { ...fake, store, change, open, values: () => values };
}
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
    expect(store.machinesFor(values().files).map(({ id }) => id)).toEqual([1]);
    expect(api.sent(nextSlot).at(-1)).toEqual({ query: { equipment: 1, totalHours: 12 } });
    expect(store.slot).toEqual(slot);
  });

  it('leaves alone what somebody typed', async () => {
    const { change, open, values } = form();
    await open();
    change({ jobName: 'My build', estimatedTime: 40 });
    change({ files: [part(1)] });
    await answered();
    expect(values()).toMatchObject({ jobName: 'My build', estimatedTime: 40 });
  });

  it('moves the end with the start and the hours, and lets the end be changed alone', async () => {
    const { store, change, open, values } = form();
    await open();
    change({ equipmentDTO: 1, estimatedTime: 10 });
    await answered();
    change(store.dates(slot));
    const start = values().fromDate;
    expect(start?.format('YYYY-MM-DD HH:mm')).toBe(
      store.zone.toPicker(Number(slot.fromDate)).format('YYYY-MM-DD HH:mm'),
    );
    change({ fromDate: moment('2026-11-25 08:00') });
    expect(values().toDate?.format('DD HH:mm')).toBe('25 18:00');
    change({ toDate: moment('2026-11-26 08:00') });
    expect(values().toDate?.format('DD HH:mm')).toBe('26 08:00');
    change({ estimatedTime: 4 });
    expect(values().toDate?.format('DD HH:mm')).toBe('25 12:00');
  });

  it('begins with the unscheduled parts of an order', async () => {
    const files = [anOrderFile(1), anOrderFile(2, { notScheduled: 0 }), anOrderFile(3, { notScheduled: 4 })];
    const detail: OrderDetail = {
      ...{
        id: 5,
        displayTitle: 'Arm',
        status: 'SP_BID_ACCEPTED',
        quantity: 3,
        customer: '',
        creator: '',
        facility: null,
      },
      ...{ estimatedDeliveryDate: null, createdOn: '', quote: null, exportControlled: false, rfqFileDTOs: files },
      ...{
        requestStatus: 'AGREEMENT_DONE',
        notes: '',
        primaryUseCase: null,
        quotes: [],
        allowedEvents: [],
        activity: [],
      },
    };
    const { store, open, values, api } = form();
    api.answer(readOrder, detail);
    await open(5);
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
    const values = {
      ...{ ...emptyJob, jobName: 'Build', files: [part(1)], equipmentDTO: 1, materialDTO: 50, estimatedTime: 3 },
      ...{ fromDate: moment('2026-11-25 08:00'), toDate: moment('2026-11-25 11:00') },
    };
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
    api.answer(createJob, new CallError('SLOT_TAKEN', undefined, { slot }));
    api.answer(fileJobStatus, [{ id: 1, notScheduled: 2 }]);
    await open();
    const values = {
      ...{ ...emptyJob, jobName: 'Build', files: [part(1)], equipmentDTO: 1, materialDTO: 50, estimatedTime: 3 },
      ...{ fromDate: moment('2026-11-25 08:00'), toDate: moment('2026-11-25 11:00') },
    };
    change(values);
    expect(await store.save(values)).toBeNull();
    expect(store.refusal?.details.slot).toEqual(slot);
    change(store.dates(slot));
    expect(store.refusal).toBeNull();
    const gone = new CallError('OVER_ALLOCATED', 'Only 2 of bracket-1.step are left to schedule.', { free: 2 });
    api.answer(createJob, gone);
    expect(await store.save(values)).toBeNull();
    expect(store.refusal?.message).toContain('Only 2');
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
    expect(api.sent(nextSlot)).toEqual([{ query: { equipment: 1, totalHours: 12, excludeJobId: 7 } }]);
  });
});

describe('what the form refuses', () => {
  const problems = (values: JobValues) => {
    const { host } = fakeHost({ id: 'scheduling', texts });
    const parsed = jobValuesSchema(host.t).safeParse(values);
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

  it('names a job after its first file', () => {
    expect(defaultName([part(1)])).toBe('bracket-1');
    expect(defaultName([part(1), part(2), part(3)])).toBe('bracket-1 + 2');
  });
});

beforeEach(() => void vi.useRealTimers());
