import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { requestApproval } from '@sinter/sdk/contract/orders/approvals';
import { distributeOrder, orderVendors } from '@sinter/sdk/contract/orders/vendors';
import { answerNda, readOrderNdas, uploadNda } from '@sinter/sdk/contract/orders/nda';
import {
  awardBidUsingPo,
  fireOrderEvent,
  plainEventSchema,
  reasonNeeded,
  submitQuote,
  type OrderDetail,
  type OrderEvent,
} from '@sinter/sdk/contract/orders/orders';
import { reportIssue } from '@sinter/sdk/contract/quality/orderNcrs';
import { sql } from 'kysely';
import type { TestClient, TestServer } from '#host/server/testing.ts';

/** Walks over live orders: what may be done is done at random, and what must always be true is looked at. */

/** The same numbers each time: a linear congruential generator. */
export function generator(seed: number) {
  let state = seed;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const oneOf = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  return { random, oneOf };
}
export type Random = ReturnType<typeof generator>;

/** What ends an order, and asking further facilities, comes seldom, so that most go on. */
const seldom = new Set<OrderEvent>([
  'SEND',
  'WITHDRAW',
  'DECLINE',
  'REFUSE_AWARD',
  'REJECT_QUOTE',
  'AGREE_CANCEL',
  'ARCHIVE',
  'HOLD',
]);
export const usual = (events: readonly OrderEvent[], { random }: Random): OrderEvent[] =>
  // It takes a payment service (payments.test.ts).
  events.filter((event) => event !== 'PAY' && (!seldom.has(event) || random() < 0.1));

/** Somebody was faster while the order was read. */
const tooLate = () => new CallError('CONFLICT');

/** Does one thing that is said to be allowed. */
export async function act(client: TestClient, order: OrderDetail, event: OrderEvent, { random, oneOf }: Random) {
  const eventId = randomUUID();
  const params = { id: order.id };
  switch (event) {
    case 'SUBMIT_QUOTE': {
      const lines = order.rfqFileDTOs.map((file) => ({
        orderFileId: file.id,
        unitPrice: 100 + Math.floor(random() * 900),
        breaks: [{ quantity: file.quantity + 1, unitPrice: 100 }],
        alternatives: [{ name: 'Fewer', quantity: Math.max(1, file.quantity - 1), unitPrice: 333 }],
      }));
      const charges = random() < 0.5 ? [{ name: 'Setup', amount: 4999 }] : [];
      const options = [{ name: 'Express', leadTimeDays: 2, priceFactor: 1.15 }];
      return client.call(submitQuote, { params, body: { eventId, leadTimeDays: 5, lines, charges, options } });
    }
    case 'AWARD': {
      const open = order.quotes.filter(({ status }) => status === 'SUBMITTED');
      if (open.length === 0) throw tooLate();
      const { id: quoteId, lines } = oneOf(open);
      const choices = {
        optionId: oneOf([null, 1]),
        lines: lines.map(({ orderFileId, breaks }) => ({
          orderFileId,
          ...oneOf<{ alternativeId?: number; quantity?: number }>([
            {},
            { alternativeId: 1 },
            { quantity: breaks[0]?.quantity ?? 1 },
          ]),
        })),
      };
      const body = { eventId, quoteId, poNumber: eventId, choices };
      return client.call(awardBidUsingPo, { params: { orderId: order.id }, body });
    }
    case 'REQUEST_APPROVAL': {
      const [quote] = order.quotes.filter(({ status }) => status === 'SUBMITTED');
      if (!quote) throw tooLate();
      return client.call(requestApproval, { params, body: { eventId, quoteId: quote.id } });
    }
    case 'SEND': {
      const { vendors } = await client.call(orderVendors, { params });
      const free = vendors.filter(({ asked }) => !asked);
      // Everybody who can make it has it already.
      if (free.length === 0) return order;
      return client.call(distributeOrder, { params, body: { eventId, facilityIds: [oneOf(free).facility.id] } });
    }
    case 'UPLOAD_NDA': {
      const sent = await client.send('/api/v1/files', 'signed.pdf', `%PDF-1.7 ${eventId}`);
      const { id: fileId } = fileDtoSchema.parse(await sent.json());
      return client.call(uploadNda, { params, body: { eventId, fileId } });
    }
    case 'APPROVE_NDA':
    case 'REJECT_NDA': {
      const { ndas } = await client.call(readOrderNdas, { params });
      const waiting = ndas.filter(({ status }) => status === 'PENDING');
      if (waiting.length === 0) throw tooLate();
      const approve = event === 'APPROVE_NDA';
      const body = { eventId, ndaId: oneOf(waiting).id, approve, reason: 'Walk' };
      return client.call(answerNda, { params, body });
    }
    case 'CLAIM': {
      const [part] = order.rfqFileDTOs;
      if (part && random() < 0.5) {
        const body = { eventId, orderFileId: part.id, quantity: 1, text: 'Walk' };
        return client.call(reportIssue, { params: { orderId: order.id }, body });
      }
      return plain(client, order, event, eventId);
    }
    default:
      return plain(client, order, event, eventId);
  }
}

/** What is done by its event alone. */
function plain(client: TestClient, order: OrderDetail, event: OrderEvent, eventId: string) {
  const parts = ['CLAIM', 'REMAKE', 'ACCEPT_CLAIM'].includes(event)
    ? order.rfqFileDTOs.map((file) => ({ orderFileId: file.id, quantity: 1 }))
    : [];
  const reason = reasonNeeded.includes(event) ? 'Walk' : '';
  const body = { eventId, event: plainEventSchema.parse(event), parts, reason };
  return client.call(fireOrderEvent, { params: { id: order.id }, body });
}

/** What is never true of any order, however it came to be where it is. */
const broken = {
  'two facilities have one order': sql`
    select order_id from rfq_match where status in ('BID_APPROVED', 'SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING',
      'IN_QUALITYCONTROL', 'SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED')
    group by order_id having count(*) > 1`,
  'the sides disagree': sql`
    select m.order_id from rfq_match m join rfq_order o on o.id = m.order_id
    join (values ('BID_APPROVED', '{BID_ACCEPTED}'), ('SP_BID_ACCEPTED', '{AGREEMENT_DONE}'),
      ('IN_PROGRESS', '{IN_MANUFACTURING}'), ('IN_POSTPROCESSING', '{IN_POSTPROCESSING}'),
      ('IN_QUALITYCONTROL', '{IN_QUALITYCONTROL}'), ('SHIPPED', '{SHIPPED,DELIVERED}'), ('COMPLETED', '{COMPLETED,ARCHIVED}'),
      ('INTERNAL_SHIPPED', '{INTERNAL_SHIPPED,INTERNAL_DELIVERED}'), ('INTERNAL_COMPLETED', '{INTERNAL_COMPLETED,ARCHIVED}')
    ) as pair(match, orders) on pair.match = m.status where o.status <> all(pair.orders::text[])`,
  'an order has no facility': sql`
    select o.id from rfq_order o where o.status in ('BID_ACCEPTED', 'AGREEMENT_DONE', 'IN_MANUFACTURING',
      'IN_POSTPROCESSING', 'IN_QUALITYCONTROL', 'SHIPPED', 'DELIVERED', 'INTERNAL_SHIPPED', 'INTERNAL_DELIVERED')
      and not exists (select 1 from quote q join rfq_match m on m.id = q.match_id where m.order_id = o.id and q.status = 'ACCEPTED')`,
  'a quote is open where none can be accepted': sql`
    select m.order_id from quote q join rfq_match m on m.id = q.match_id
    where q.status = 'SUBMITTED' and coalesce(m.held_from, m.status) not in ('BID_SUBMITTED', 'PAYMENT_WAITING')`,
  'a quote is gone that can be accepted': sql`
    select m.order_id from rfq_match m where m.status = 'BID_SUBMITTED'
      and not exists (select 1 from quote q where q.match_id = m.id and q.status = 'SUBMITTED')`,
  'a sum is wrong': sql`
    select m.order_id from quote q join rfq_match m on m.id = q.match_id where q.total_minor <> (
      select sum(l.unit_price_minor * l.quantity) from quote_line l where l.quote_id = q.id)
      + coalesce((select sum((c ->> 'amount')::bigint) from jsonb_array_elements(q.charges) c), 0)`,
  'something is set aside from nowhere': sql`
    select order_id from rfq_match where (held_from is null) = (status in ('ON_HOLD', 'ARCHIVED', 'PAYMENT_WAITING'))
    union all select id from rfq_order where (held_from is null) = (status in ('ON_HOLD', 'ARCHIVED'))`,
  'a question is open that nobody can answer': sql`
    select order_id from rfq_match where claim is not null and status not in ('SHIPPED', 'COMPLETED', 'INTERNAL_SHIPPED', 'INTERNAL_COMPLETED')
      or cancellation is not null and coalesce(held_from, status) not in ('BID_APPROVED', 'SP_BID_ACCEPTED')`,
  'a non-conformance has more or fewer pieces than its rows': sql`
    select n.order_id from ncr n where n.order_id is not null and n.affected_quantity <> (
      select coalesce(sum(r.quantity), 0) from ncr_row r where r.ncr_id = n.id)`,
  'what is closed holds something': sql`
    select n.order_id from ncr n join ncr_hold h on h.ncr_id = n.id and h.released_at is null
    where n.order_id is not null and n.status in ('CLOSED', 'VOID')`,
  'parts are shown before an agreement, or kept after it': sql`
    select m.order_id from rfq_match m
    where (m.unlocked_at is null) <> (m.status in ('CREATED', 'APPROVED') or m.status like 'NDA%')
      and coalesce(m.held_from, m.status) not in ('SP_RFQ_REJECTED', 'TIMED_OUT', 'BID_LOST')`,
};

/** Of the orders after this one; 0: of all. */
export async function faults(server: TestServer, first: number): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(broken).map(async ([name, query]) => {
      const { rows } = await sql`select id from (${query}) as broken(id) where id > ${first}`.execute(
        server.services.db,
      );
      return rows.length > 0 ? [`${name}: ${JSON.stringify(rows)}`] : [];
    }),
  );
  return found.flat();
}

export async function lastOrder(server: TestServer): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from rfq_order`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}
