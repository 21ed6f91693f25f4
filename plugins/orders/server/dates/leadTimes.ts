import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { listDeliveryTypes, listLeadTimeOptions, readLeadTime } from '@sinter/sdk/contract/orders/dates';
import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { capacity } from '@sinter/sdk/contract/scheduling/capacity';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { isProvider } from '../visibility.ts';
import { chargeOf } from './offers.ts';
import { settingsAt } from './settings.ts';
import { isoOf, workdaysOf } from './workdays.ts';

function facilityOf(context: CallContext, named: number | undefined): number {
  if (isProvider(context.user)) return context.facilityId;
  if (named === undefined) throw new CallError('NOT_FOUND');
  return named;
}

export async function leadTimeOptions(
  context: CallContext,
  { query }: CallArguments<typeof listLeadTimeOptions>,
): Promise<CallResult<typeof listLeadTimeOptions>> {
  const { leadTimeOptions: all } = await settingsAt(context, facilityOf(context, query.facilityId));
  return all.filter(({ active }) => active);
}

export async function deliveryTypes(
  context: CallContext,
  { body }: CallArguments<typeof listDeliveryTypes>,
): Promise<CallResult<typeof listDeliveryTypes>> {
  const { deliveryTypes: all, currency } = await settingsAt(context, facilityOf(context, body.facilityId));
  return all
    .filter(({ active }) => active)
    .map((type) => ({ ...type, charge: { amount: chargeOf(type, body.partsMinor), currency } }));
}

/** One build for each process, placed in the schedule by itself. */
export async function leadTimes(
  context: CallContext,
  { query }: CallArguments<typeof readLeadTime>,
): Promise<CallResult<typeof readLeadTime>> {
  const { facilityId, db } = context;
  const { rows } = await sql<{ amProcessId: number; machines: number[]; zone: string }>`
    select model.am_process_id as "amProcessId", array_agg(e.id) as machines, f.time_zone as zone
    from equipment e join machine_model model on model.id = e.machine_model_id join facility f on f.id = e.facility_id
    where e.facility_id = ${facilityId} and not e.hidden and model.build_x_mm is not null
    group by model.am_process_id, f.time_zone order by model.am_process_id
  `.execute(db);
  const settings = await settingsAt(context, facilityId);
  const after = settings.finishingDays + settings.inspectionDays + settings.packingDays;
  const now = Date.now();
  // Machines have one process each, so that these builds do not get into each other's way.
  const builds = rows.map(({ machines }) => ({
    materialId: null,
    on: machines.map((equipmentId) => ({ equipmentId, hours: query.hours })),
  }));
  const plans = await Promise.all(
    context.all(capacity).map((one) => one.plan(context, [{ facilityId, notBefore: now, builds }])),
  );
  const plan = plans.map((each) => each.get(facilityId)).find((each) => each !== undefined);
  return rows.map(({ amProcessId, zone }, index) => {
    const place = plan?.places[index];
    const workdays = workdaysOf(plan?.calendar ?? openCalendar, zone);
    const today = workdays.dayAt(now);
    const ready = place
      ? workdays.after(workdays.dayAt(place.to), after)
      : workdays.after(today, settings.staticLeadTimeDays);
    const leadTimeDays = workdays.between(today, ready);
    return { amProcessId, leadTimeDays, readyOn: isoOf(ready), from: place ? 'SCHEDULE' : 'USUAL' };
  });
}
