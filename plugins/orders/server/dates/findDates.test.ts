import { defaultDelivery, type DateOffer } from '@sinter/sdk/contract/orders/dates';
import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { describe, expect, test } from 'vitest';
import { choiceFor, keptChoiceSchema } from './choice.ts';
import { confidenceIn, datesFor, type ReadyDates } from './findDates.ts';
import { chargeOf, worthChoosing } from './offers.ts';
import { dayOf, workdaysOf } from './workdays.ts';

const [parcel] = defaultDelivery.deliveryTypes;
if (!parcel) throw new Error('Nothing is delivered.');
const reason = { kind: 'MACHINE', machine: 'SLS-01', from: '2026-12-03', to: '2026-12-04' } as const;
const ready = (day: string | null): ReadyDates => ({
  workdays: workdaysOf(openCalendar, 'Europe/Berlin'),
  today: dayOf('2026-11-30'),
  built: day === null ? null : { day: dayOf(day), reason },
  firmShare: day === null ? null : 1,
});

describe('the dates for a lead time', () => {
  test('are the end of the last build and the working days after it, each with its reason', () => {
    // Friday; two days of finishing, one of packing: Wednesday; three days on the way: Monday.
    expect(datesFor(ready('2026-12-04'), defaultDelivery, 0, parcel)).toEqual({
      readyOn: '2026-12-09',
      deliveryOn: '2026-12-14',
      reasons: [
        reason,
        { kind: 'FINISHING', days: 2 },
        { kind: 'PACKING', days: 1 },
        { kind: 'TRANSPORT', delivery: { kind: 'PARCEL', name: '' }, days: 3 },
      ],
    });
  });

  test('are no sooner than the option says, and then for that reason alone', () => {
    const { readyOn, reasons } = datesFor(ready('2026-12-04'), defaultDelivery, 10, parcel);
    expect(readyOn).toBe('2026-12-14');
    expect(reasons.map(({ kind }) => kind)).toEqual(['LEAD_TIME', 'TRANSPORT']);
    expect(datesFor(ready('2027-01-15'), defaultDelivery, 10, parcel).reasons[0]).toEqual(reason);
  });

  test('are the usual ones where there is no schedule, and say so', () => {
    const { readyOn, reasons } = datesFor(ready(null), defaultDelivery, 0, parcel);
    expect(readyOn).toBe('2026-12-14');
    expect(reasons[0]).toEqual({ kind: 'USUAL', days: 10 });
    expect(confidenceIn(ready(null), false)).toEqual({ level: 'LOW', firmShare: null, manualReview: false });
  });

  test('are surer the firmer the schedule is, and unsure when somebody has to look first', () => {
    expect(confidenceIn({ firmShare: 0.9 }, false).level).toBe('HIGH');
    expect(confidenceIn({ firmShare: 0.5 }, false).level).toBe('MEDIUM');
    expect(confidenceIn({ firmShare: 1 }, true).level).toBe('LOW');
  });
});

const offer = (deliveryOn: string, amount: number, currency = 'EUR', facility = 1): DateOffer => ({
  facility: { id: facility, name: `Facility ${facility}` },
  leadTimeOption: { id: 1, kind: 'EARLIEST', name: 'Rush at facility 1' },
  deliveryType: { id: 1, kind: 'PARCEL', name: '' },
  readyOn: deliveryOn,
  deliveryOn,
  reasons: [reason],
  confidence: { level: 'HIGH', firmShare: 1, manualReview: false },
  parts: { amount, currency },
  delivery: { amount: 0, currency },
  tax: { amount: 0, currency },
  taxText: '',
  total: { amount, currency },
});

test('offers that are both later and no cheaper are left out, by currency', () => {
  const kept = worthChoosing([
    offer('2026-12-20', 80),
    offer('2026-12-10', 100),
    offer('2026-12-12', 100),
    offer('2026-12-12', 90),
    offer('2026-12-25', 95),
    offer('2026-12-30', 500, 'USD'),
  ]);
  expect(kept.map(({ deliveryOn, total }) => [deliveryOn, total.amount])).toEqual([
    ['2026-12-10', 100],
    ['2026-12-12', 90],
    ['2026-12-20', 80],
    ['2026-12-30', 500],
  ]);
  const many = worthChoosing(Array.from({ length: 9 }, (_, at) => offer(`2026-12-1${at}`, 100 - at)));
  expect(many.map(({ total }) => total.amount)).toEqual([100, 99, 98, 92]);
});

test('delivery is free from the price that the facility says', () => {
  const type = { ...parcel, chargeMinor: 1200, freeFromMinor: 50_000 };
  expect([49_999, 50_000].map((parts) => chargeOf(type, parts))).toEqual([1200, 0]);
});

test("another facility learns nothing of the offer but the buyer's date", () => {
  const kept = keptChoiceSchema.parse({ ...offer('2026-12-20', 123_456), chosenAt: '2026-12-01T00:00:00.000Z' });
  expect(choiceFor(kept, null)).toEqual(kept);
  expect(choiceFor(kept, 1)).toEqual(kept);
  const told = JSON.stringify(choiceFor(kept, 2));
  for (const secret of ['Facility 1', '123456', 'SLS-01', 'Rush', 'HIGH']) expect(told).not.toContain(secret);
  expect(told).toContain('2026-12-20');
});
