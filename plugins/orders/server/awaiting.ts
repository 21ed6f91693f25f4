import type { Principal } from '@sinter/sdk/contract';
import type { OrderEvent } from '@sinter/sdk/contract/orders/orders';
import { sql, type RawBuilder } from 'kysely';
import { approvalAsked } from './quotes/asked.ts';
import { mayDo } from './rights.ts';
import { matchTransitions, orderTransitions, type Facts, type Transition } from './transitions.ts';
import { isProvider } from './visibility.ts';

/** What takes an order on: an order waits for somebody who may do one of these to it now. */
const steps: readonly OrderEvent[] = [
  'UPLOAD_NDA',
  'APPROVE_NDA',
  'SUBMIT_QUOTE',
  'SEND',
  'AWARD',
  'REQUEST_APPROVAL',
  // A payment that was begun is paid by who may give it up too.
  'CANCEL_PAYMENT',
  'ACCEPT_AWARD',
  'AGREE_CANCEL',
  'ACCEPT_CLAIM',
  'COMPLETE',
];

/** What a match `m`, or for a buyer some match of order `o`, knows besides its status. */
const factOf: Record<keyof Facts, (provider: boolean) => RawBuilder<boolean>> = {
  delivered: (provider) => kept(provider, sql`m.delivered_at is not null`),
  claimable: () => sql`true`,
  claimed: (provider) => kept(provider, sql`m.claim is not null`),
  cancelling: (provider) => kept(provider, sql`m.cancellation is not null`),
  quoted: (provider) => kept(provider, sql`m.status = 'BID_SUBMITTED'`),
  asked: () => approvalAsked,
  internal: (provider) => kept(provider, sql`m.relation = 'INTERNAL'`),
};

const kept = (provider: boolean, fact: RawBuilder<unknown>): RawBuilder<boolean> =>
  provider ? sql`(${fact})` : sql`exists (select from rfq_match m where m.order_id = o.id and ${fact})`;

const facts: readonly (keyof Facts)[] = [
  'delivered',
  'claimable',
  'claimed',
  'cancelling',
  'quoted',
  'asked',
  'internal',
];

/**
 * The orders whose next step this person may do, as a condition on `o` (rfq_order) and `m` (the viewer's match; of a
 * provider alone), over the orders that they see: what `allowedEvents` would offer, by the same tables.
 */
export function awaiting(viewer: Principal): RawBuilder<boolean> {
  const own = <Status extends string>(table: readonly Transition<Status>[], side: 'buyer' | 'provider') =>
    table.flatMap((row) => (row.by === side && steps.includes(row.event) && mayDo(viewer, row.event) ? [row] : []));
  const provider = isProvider(viewer);
  const conditions = provider
    ? own(matchTransitions, 'provider').map(
        (row) => sql`m.status = any(${[...row.from]}::text[])${known(row, provider)}`,
      )
    : [
        // The buyer sends it once by themselves; later only where they want to.
        ...own(orderTransitions, 'buyer')
          .filter(({ event, to }) => event !== 'SEND' || to !== 'same')
          .map((row) => sql`o.status = any(${[...row.from]}::text[])${known(row, provider)}${unasked(row.event)}`),
        ...own(matchTransitions, 'buyer').map(
          (row) => sql`o.status = 'DISTRIBUTED' and exists (select from rfq_match m
            where m.order_id = o.id and m.status = any(${[...row.from]}::text[]))`,
        ),
      ];
  if (conditions.length === 0) return sql`false`;
  return sql`(${sql.join(
    conditions.map((each) => sql`(${each})`),
    sql` or `,
  )})`;
}

const known = ({ when = {} }: { when?: Partial<Facts> }, provider: boolean): RawBuilder<unknown> =>
  sql.join(
    facts.flatMap((fact) => {
      const wanted = when[fact];
      if (wanted === undefined) return [];
      return [wanted ? sql` and ${factOf[fact](provider)}` : sql` and not ${factOf[fact](provider)}`];
    }),
    sql``,
  );

/** Who has asked for an approval waits for the others. */
const unasked = (event: OrderEvent): RawBuilder<unknown> =>
  event === 'REQUEST_APPROVAL' ? sql` and not ${approvalAsked}` : sql``;
