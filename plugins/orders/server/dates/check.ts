import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { checkDates } from '@sinter/sdk/contract/orders/dates';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { isProvider, requireVisible } from '../visibility.ts';
import { choiceFor, keptChoiceSchema } from './choice.ts';
import { confidenceIn, datesFor } from './findDates.ts';
import { wantedOf } from './order.ts';
import { possibleAt } from './offers.ts';
import { datesShown, reasonsShown } from './shown.ts';
import { dayOf, isoOf, workdaysOf } from './workdays.ts';
import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';

type Answer = CallResult<typeof checkDates>;

interface Found {
  choice: unknown;
  facilityId: number | null;
  zone: string | null;
  status: string | null;
  promisedOn: string | null;
  leadTimeDays: number | null;
  askedId: number | null;
  atRiskSince: string | null;
  expectedOn: string | null;
}

/** The match in question is the provider's own; for a buyer that of the quote, else the agreed one. */
async function find(context: CallContext, orderId: number, quoteId: number | null): Promise<Found> {
  const own = isProvider(context.user) ? context.facilityId : null;
  const { rows } = await sql<Found>`
    select o.date_choice as choice, m.facility_id as "facilityId", f.time_zone as zone,
      m.status, to_char(m.promised_at at time zone f.time_zone, 'YYYY-MM-DD') as "promisedOn",
      coalesce(asked.lead_time_days, agreed.lead_time_days) as "leadTimeDays", asked.id as "askedId", ${isoTime('m.at_risk_since')} as "atRiskSince",
      to_char(m.expected_on, 'YYYY-MM-DD') as "expectedOn"
    from rfq_order o
      left join lateral (
        select each.* from rfq_match each
        where each.order_id = o.id and (each.facility_id = ${own} or ${own}::bigint is null)
          and (${own}::bigint is not null or exists (
            select from quote q where q.match_id = each.id
              and case when ${quoteId}::bigint is null then q.status = 'ACCEPTED' else q.id = ${quoteId} end))
        order by each.id desc limit 1
      ) m on true
      left join facility f on f.id = m.facility_id
      left join quote asked on asked.match_id = m.id and asked.id = ${quoteId}
      left join lateral (
        select q.lead_time_days from quote q where q.match_id = m.id and q.status = 'ACCEPTED' order by q.id desc limit 1
      ) agreed on true
    where o.id = ${orderId}
  `.execute(context.db);
  const [found] = rows;
  if (!found || (quoteId !== null && found.askedId === null)) throw new CallError('NOT_FOUND');
  return found;
}

export async function checkOrder(
  context: CallContext,
  { params, query }: CallArguments<typeof checkDates>,
): Promise<Answer> {
  await requireVisible(context, params.id);
  const found = await find(context, params.id, query.quoteId ?? null);
  const { facilityId, zone, leadTimeDays, promisedOn } = found;
  const own = isProvider(context.user) ? context.facilityId : null;
  const kept = keptChoiceSchema.nullable().parse(found.choice);
  const told = choiceFor(kept, own);
  const [named = null] = told ? await datesShown(context, [told]) : [];
  const choice = named && (hasOrderRight(context.user.memberRoles, 'prices') ? named : { ...named, total: null });
  if (facilityId === null || zone === null) {
    return { choice, promise: null, earliest: null, kept: null, atRisk: null };
  }
  const today = workdaysOf(openCalendar, zone).dayAt(Date.now());
  const promise =
    promisedOn !== null
      ? { deliveryOn: promisedOn, agreed: true }
      : leadTimeDays !== null
        ? { deliveryOn: isoOf(today + leadTimeDays), agreed: false }
        : null;
  const earliest = isOpen(found) ? await earliestAt(context, params.id, facilityId, kept) : null;
  const atRisk =
    own !== null && found.atRiskSince !== null && found.expectedOn !== null
      ? { since: found.atRiskSince, expectedOn: found.expectedOn }
      : null;
  return {
    choice,
    promise,
    earliest: earliest && {
      ...earliest,
      reasons: reasonsShown(context, earliest.reasons),
      days: dayOf(earliest.deliveryOn) - today,
    },
    kept: promise && earliest && earliest.deliveryOn <= promise.deliveryOn,
    atRisk,
  };
}

/** While its parts may not be scheduled yet: afterwards its own jobs stand in the schedule. */
const isOpen = ({ status }: Found): boolean =>
  status === 'BID_WAITING' || status === 'BID_SUBMITTED' || status === 'BID_APPROVED' || status === 'PAYMENT_WAITING';

async function earliestAt(
  context: CallContext,
  orderId: number,
  facilityId: number,
  choice: ReturnType<typeof keptChoiceSchema.parse> | null,
) {
  const [possible] = await possibleAt(context, await wantedOf(context, orderId), [facilityId]);
  if (!possible) return null;
  const { settings, ready, manualReview } = possible;
  const types = settings.deliveryTypes.filter(({ active }) => active);
  const wanted = choice?.facility.id === facilityId ? choice.deliveryType : null;
  const type = types.find(({ kind, name }) => kind === wanted?.kind && name === wanted.name) ?? types[0];
  if (!type) return null;
  return { ...datesFor(ready, settings, 0, type), confidence: confidenceIn(ready, manualReview) };
}
