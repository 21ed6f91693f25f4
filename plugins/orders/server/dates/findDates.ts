import type { Confidence, DateReason, DeliverySettings, DeliveryType } from '@sinter/sdk/contract/orders/dates';
import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { capacity, type FoundPlan } from '@sinter/sdk/contract/scheduling/capacity';
import type { Services } from '@sinter/sdk/server';
import { buildsOf, type MadeLine } from './batches.ts';
import type { Maker } from './makers.ts';
import { isoOf, workdaysOf, type Workdays } from './workdays.ts';

/** When a facility could have parts ready, before anything is chosen. Days as `Workdays` counts them. */
export interface ReadyDates {
  workdays: Workdays;
  today: number;
  /** The day of the last build's end and why, or the facility's usual time where no schedule says it. */
  built: { day: number; reason: Extract<DateReason, { kind: 'MACHINE' }> } | null;
  firmShare: number | null;
}

/**
 * Asks the schedules of all these facilities at once. Those are left out that have no room within a year, or where a person has to
 * plan the builds.
 */
export async function findReady(
  services: Pick<Services, 'db' | 'get' | 'all'>,
  makers: readonly Maker[],
  lines: readonly MadeLine[],
  now: number,
): Promise<ReadonlyMap<number, ReadyDates>> {
  const able = makers.flatMap((maker) => {
    const builds = buildsOf(lines, maker.machines);
    return builds ? [{ maker, plan: { facilityId: maker.id, notBefore: now, builds } }] : [];
  });
  const plans = able.map(({ plan }) => plan);
  const schedules = await Promise.all(services.all(capacity).map((one) => one.plan(services, plans)));
  const found = new Map<number, ReadyDates>();
  for (const { maker } of able) {
    const plan = schedules.map((each) => each.get(maker.id)).find((each) => each !== undefined);
    const ready = plan ? readyBy(maker, plan, now) : usual(maker, now);
    if (ready) found.set(maker.id, ready);
  }
  return found;
}

function usual({ zone }: Maker, now: number): ReadyDates {
  const workdays = workdaysOf(openCalendar, zone);
  return { workdays, today: workdays.dayAt(now), built: null, firmShare: null };
}

function readyBy(maker: Maker, { calendar, zone, places, firmShare }: FoundPlan, now: number): ReadyDates | null {
  const workdays = workdaysOf(calendar, zone);
  const today = workdays.dayAt(now);
  const found = places.filter((place) => place !== null);
  const last = found.toSorted((a, b) => b.to - a.to)[0];
  if (!last || found.length < places.length) return null;
  const first = Math.min(
    ...found.filter(({ equipmentId }) => equipmentId === last.equipmentId).map(({ from }) => from),
  );
  const machine = maker.machines.find(({ id }) => id === last.equipmentId)?.name ?? '';
  const day = workdays.dayAt(last.to);
  const reason = { kind: 'MACHINE', machine, from: isoOf(workdays.dayAt(first)), to: isoOf(day) } as const;
  return { workdays, today, built: { day, reason }, firmShare };
}

export interface FoundDates {
  readyOn: string;
  deliveryOn: string;
  reasons: DateReason[];
}

/** The dates for a lead time and a way of delivery. Pure. */
export function datesFor(
  { workdays, today, built }: ReadyDates,
  settings: DeliverySettings,
  leadTimeDays: number,
  delivery: DeliveryType,
): FoundDates {
  const reasons: DateReason[] = [];
  let ready: number;
  if (built) {
    reasons.push(built.reason);
    ready = built.day;
    const steps = [
      { kind: 'FINISHING', days: settings.finishingDays },
      { kind: 'INSPECTION', days: settings.inspectionDays },
      { kind: 'PACKING', days: settings.packingDays },
    ] as const;
    for (const step of steps.filter(({ days }) => days > 0)) {
      ready = workdays.after(ready, step.days);
      reasons.push(step);
    }
  } else {
    ready = workdays.after(today, settings.staticLeadTimeDays);
    reasons.push({ kind: 'USUAL', days: settings.staticLeadTimeDays });
  }
  const chosen = workdays.after(today, leadTimeDays);
  if (chosen > ready) {
    ready = chosen;
    reasons.splice(0, reasons.length, { kind: 'LEAD_TIME', days: leadTimeDays });
  }
  reasons.push({ kind: 'TRANSPORT', delivery: { kind: delivery.kind, name: delivery.name }, days: delivery.days });
  return { readyOn: isoOf(ready), deliveryOn: isoOf(workdays.delivered(ready, delivery.days)), reasons };
}

/** With most of the schedule before it firm, a date is likely to hold. */
const mostlyFirm = 0.8;

export function confidenceIn({ firmShare }: Pick<ReadyDates, 'firmShare'>, manualReview: boolean): Confidence {
  const level = firmShare === null || manualReview ? 'LOW' : firmShare < mostlyFirm ? 'MEDIUM' : 'HIGH';
  return { level, firmShare, manualReview };
}
