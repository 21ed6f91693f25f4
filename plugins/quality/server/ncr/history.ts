import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { listNcrHistory } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { seenNcrs } from './lines.ts';

const onPage = 100;

/** What happened to one, newest first. */
export async function history(
  context: CallContext,
  { params, query }: CallArguments<typeof listNcrHistory>,
): Promise<CallReply<typeof listNcrHistory>> {
  const { db } = context;
  const { rows: seen } = await sql`select from ncr n where n.id = ${params.id} and ${seenNcrs(context)}`.execute(db);
  if (seen.length === 0) throw new CallError('NOT_FOUND');
  const { rows } = await sql<{
    id: number;
    what: string;
    by: string;
    at: Date;
    note: string;
    about: string;
    quantity: number | null;
  }>`
    select h.id, h.what, coalesce(trim(u.first_name || ' ' || u.last_name), '') as by, h.created_at as at, h.note, h.about, h.quantity
    from ncr_history h left join app_user u on u.id = h.user_id
    where h.ncr_id = ${params.id} and (${query.before ?? null}::bigint is null or h.id < ${query.before ?? null})
    order by h.id desc limit ${onPage + 1}
  `.execute(db);
  const steps = rows.slice(0, onPage).map(({ at, ...step }) => ({ ...step, at: at.toISOString() }));
  return { steps, more: rows.length > onPage };
}
