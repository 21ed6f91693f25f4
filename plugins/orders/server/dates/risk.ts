import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import { capacity } from '@sinter/sdk/contract/scheduling/capacity';
import { orderAtRisk } from '@sinter/sdk/contract/orders/dates';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { ordersDb } from '../lifecycle.ts';
import { tellLate } from '../notices/late.ts';
import { keptChoiceSchema } from './choice.ts';
import { settingsOf } from './settings.ts';
import { isoOf, workdaysOf } from './workdays.ts';

interface Planned {
  matchId: number;
  orderId: number;
  facilityId: number;
  status: string;
  controlled: boolean;
  choice: unknown;
  promisedOn: string;
  expectedOn: string | null;
  /** When its last planned job ends; `null` when none is planned. */
  until: Date | null;
  /** A part has a finish. */
  finished: boolean;
}

/** The jobs of these parts were planned, moved or have ended. */
export const riskJob = defineJob({
  name: 'orders.risk',
  payload: z.object({ orderFileIds: z.array(z.number().int()) }),
  lane: 'light',
  maxAttempts: 25,
});

export const onRisk = (services: Services, { orderFileIds }: z.output<typeof riskJob.payload>): Promise<void> =>
  services.write((unit) => followRisk(services, unit, orderFileIds));

/** Compares what the jobs of these parts lead to with what was promised, after they were planned, moved or ended. */
async function followRisk(services: Pick<Services, 'all'>, unit: Work, orderFileIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Planned>`
    select m.id as "matchId", o.id as "orderId", m.facility_id as "facilityId", m.status,
      o.export_controlled or o.holds_controlled as controlled, o.date_choice as choice,
      to_char(m.promised_at at time zone f.time_zone, 'YYYY-MM-DD') as "promisedOn",
      to_char(m.expected_on, 'YYYY-MM-DD') as "expectedOn",
      parts.until, parts.finished
    from rfq_order o join rfq_match m on m.order_id = o.id join facility f on f.id = m.facility_id
      join lateral (
        select max(planned_until) as until, bool_or(finish_id is not null) as finished
        from rfq_order_file where order_id = o.id
      ) parts on true
    where o.id in (select order_id from rfq_order_file where id = any(${[...orderFileIds]}::bigint[]))
      and m.status = any(${[...statusGroups.AWARDED]}) and m.promised_at is not null
    order by m.id for no key update of m
  `.execute(unit.db);
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map(({ facilityId }) => facilityId))];
  const [calendars, settings] = [await calendarsOf(services, unit, ids), await settingsOf(unit, ids)];
  for (const row of rows) {
    const [planning, offered] = [calendars.get(row.facilityId), settings.get(row.facilityId)];
    if (!planning || !offered) continue;
    const types = offered.deliveryTypes.filter(({ active }) => active);
    const wanted = keptChoiceSchema.nullable().parse(row.choice)?.deliveryType;
    const type = types.find(({ kind, name }) => kind === wanted?.kind && name === wanted.name) ?? types[0];
    const after = (row.finished ? offered.finishingDays : 0) + offered.inspectionDays + offered.packingDays;
    const days = { after, transport: type?.days ?? 0 };
    const expectedOn = row.until && expectedAfter(row.until.getTime(), planning, days);
    await keepRisk(unit, row, expectedOn !== null && expectedOn > row.promisedOn ? expectedOn : null);
  }
}

async function calendarsOf({ all }: Pick<Services, 'all'>, unit: Work, facilityIds: readonly number[]) {
  const found = new Map<number, { calendar: Calendar; zone: string }>();
  for (const one of all(capacity)) {
    for (const [id, planning] of await one.calendars(unit, facilityIds)) found.set(id, planning);
  }
  return found;
}

/** The day of delivery when the last build ends then. Pure. */
export function expectedAfter(
  until: number,
  { calendar, zone }: { calendar: Calendar; zone: string },
  days: { after: number; transport: number },
): string {
  const workdays = workdaysOf(calendar, zone);
  return isoOf(workdays.delivered(workdays.after(workdays.dayAt(until), days.after), days.transport));
}

/** `expectedOn`: too late for the promise; `null` when it can be kept. Its facility hears of it when it gets worse, and when it is over. */
async function keepRisk(unit: Work, row: Planned, expectedOn: string | null): Promise<void> {
  if (expectedOn === row.expectedOn) return;
  await ordersDb(unit)
    .updateTable('rfq_match')
    .set({
      expected_on: expectedOn,
      at_risk_since: expectedOn === null ? null : sql<Date>`coalesce(at_risk_since, now())`,
    })
    .where('id', '=', row.matchId)
    .execute();
  const { orderId, matchId, facilityId, promisedOn, controlled } = row;
  const audience = { facilityIds: [facilityId], controlled };
  await unit.emit(orderChanged, { orderId, status: row.status }, audience);
  if (expectedOn !== null && (row.expectedOn === null || expectedOn > row.expectedOn)) {
    await unit.emit(orderAtRisk, { orderId, promisedOn, expectedOn }, audience);
    await tellLate(unit, { orderId, matchId, facilityId, expectedOn });
  }
}
