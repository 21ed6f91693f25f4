import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { personOf } from './first.ts';
import type { FurtherStory } from './tools.ts';
import { day, demoUuid, type Written } from './stuff.ts';

/** What belongs to one of the demo's further orders besides where it stands. */
export async function writeBelongings(
  unit: Work,
  world: DemoWorld,
  story: FurtherStory,
  order: Written,
): Promise<void> {
  const db = ordersDb(unit);
  const { payment, approval, judged, claim } = story;
  if (payment) await writePayment(unit, payment, order);
  const [quote] = order.quotes.toReversed().filter(({ facility }) => facility === world.rootFacilityId);
  if (approval && quote) {
    const { by, at, message, refusal } = approval;
    await db
      .insertInto('quote_approval')
      .values({
        ...{ quote_id: quote.id, asked_by: by, asked_of: [], message, created_at: at },
        ...(refusal && {
          ...{ answered_by: refusal.by, answered_at: refusal.at, refused: true, reason: refusal.reason },
        }),
      })
      .execute();
  }
  if (judged) {
    const able = [world.rootFacilityId, world.secondFacilityId].map((id) => ({ id, relation: 'MATCHED', reasons: [] }));
    await db
      .insertInto('order_matching')
      .values({ order_id: order.id, judged_at: story.createdAt, facilities: JSON.stringify(able) })
      .execute();
  }
  if (claim) {
    const parts = order.lines.map(({ id }) => ({ orderFileId: id, quantity: 2 }));
    const kept = { at: claim.at.toISOString(), reason: claim.reason, parts, fileIds: [] };
    await db
      .updateTable('rfq_match')
      .set({ claim: JSON.stringify(kept) })
      .where('order_id', '=', order.id)
      .execute();
  }
}

/** As if the payment service had answered; nothing is asked of it. */
async function writePayment(
  unit: Work,
  { state, facility, by, at, refundedAt }: NonNullable<FurtherStory['payment']>,
  { id, quotes, matches }: Written,
): Promise<void> {
  const quote = quotes.find((each) => each.facility === facility);
  if (!quote) return;
  const paymentId = demoUuid(`payment-${id}`);
  const isPaid = state === 'PAID';
  const { rows: lines } = await sql<{ name: string; quantity: number; unitPrice: number }>`
    select s.file_name as name, l.quantity, l.unit_price_minor as "unitPrice"
    from quote_line l join rfq_order_file f on f.id = l.order_file_id join stored_file s on s.id = f.original_file_id
    where l.quote_id = ${quote.id} order by f.position
  `.execute(unit.db);
  const db = ordersDb(unit);
  await db
    .insertInto('payment')
    .values({
      ...{ id: paymentId, order_id: id, match_id: matches.get(facility) ?? 0, facility_id: facility },
      ...{ quote_id: quote.id, user_id: by, event_id: demoUuid(`pay-${id}`), state, reason: null },
      ...{ amount_minor: quote.total, currency: 'EUR', lines: JSON.stringify(lines) },
      choices: JSON.stringify({ optionId: null, lines: [] }),
      return_address: `/order-details/${id}`,
      session_id: isPaid ? `demo_session_${id}` : null,
      url: null,
      intent: isPaid ? `demo_charge_${id}` : null,
      started_at: new Date(at.getTime() - (isPaid ? 1_200_000 : 0)),
      expires_at: new Date(at.getTime() + day),
      paid_at: isPaid ? at : null,
    })
    .execute();
  if (!refundedAt) return;
  await db
    .insertInto('payment_refund')
    .values({
      ...{ id: demoUuid(`refund-${id}`), payment_id: paymentId, intent: `demo_charge_${id}` },
      ...{ amount_minor: quote.total, reason: 'REFUSED', state: 'DONE' },
      ...{ created_at: refundedAt, done_at: new Date(refundedAt.getTime() + 600_000) },
    })
    .execute();
}

/** How the demo's companies stand to its facilities. */
export async function writeVendors(unit: Work, world: DemoWorld): Promise<void> {
  const { rootFacilityId, secondFacilityId, buyerCompanyId, thirdCompanyId, now } = world;
  const third = personOf(world, 'third', null).userId;
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const db = ordersDb(unit);
  await db
    .insertInto('vendor')
    .values([
      {
        ...{ company_id: buyerCompanyId, facility_id: rootFacilityId, relation: 'PRIVATE' },
        ...{ reason: 'Audited in spring.', set_by: personOf(world, 'buyeradmin', null).userId, set_at: ago(60) },
      },
      {
        ...{ company_id: thirdCompanyId, facility_id: secondFacilityId, relation: 'BLACK_LISTED' },
        ...{ reason: 'Nothing new until the open order is settled.', set_by: third, set_at: ago(1) },
      },
    ])
    .execute();
  await db
    .insertInto('internal_company')
    .values({
      ...{ company_id: thirdCompanyId, root_facility_id: rootFacilityId },
      ...{ declared_by: personOf(world, 'admin', rootFacilityId).userId, declared_at: ago(50) },
      ...{ confirmed_by: third, confirmed_at: ago(49) },
    })
    .execute();
}
