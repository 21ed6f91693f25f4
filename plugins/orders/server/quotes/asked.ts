import { sql } from 'kysely';

/** Somebody who may not accept a quote of order `o` asks those who may, and nobody has answered. */
export const approvalAsked = sql<boolean>`exists (
  select from quote_approval asked
    join quote on quote.id = asked.quote_id and quote.status = 'SUBMITTED'
    join rfq_match on rfq_match.id = quote.match_id
  where rfq_match.order_id = o.id and asked.answered_at is null)`;
