import { CallError } from '@sinter/sdk/contract';
import type { OrderNote } from '@sinter/sdk/contract/orders/notes';
import type { CallContext, Work } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { requireNoHold } from './archive/keeping.ts';
import { actor } from './actions.ts';
import { tellChanged, hearers, lockOrder } from './lifecycle.ts';
import { say } from './texts.ts';
import { requireVisible } from './visibility.ts';

/** Of each side on one order, so that a list of them can be read whole. */
const most = 500;

export async function notes(context: CallContext, orderId: number): Promise<OrderNote[]> {
  await requireVisible(context, orderId);
  return ownSide(context, orderId, context.db);
}

async function ownSide(context: CallContext, orderId: number, db: QueryExecutorProvider): Promise<OrderNote[]> {
  const { userId, facilityId } = actor(context);
  const { rows } = await sql<OrderNote>`
    select n.id, u.first_name || ' ' || u.last_name as author, n.body, n.author_id = ${userId} as own,
      ${isoTime('n.created_at')} as "createdOn",
      ${isoTime('n.edited_at')} as "editedOn"
    from order_note n join app_user u on u.id = n.author_id
    where n.order_id = ${orderId} and n.facility_id is not distinct from ${facilityId}
    order by n.id desc
  `.execute(db);
  return rows;
}

/** Does something to the notes of the own side, and answers what they are then. */
async function write(
  context: CallContext,
  orderId: number,
  what: 'add' | 'change' | 'delete',
  act: (unit: Work) => Promise<boolean>,
): Promise<OrderNote[]> {
  await requireVisible(context, orderId);
  return context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    if (await act(unit)) {
      const { facilityId } = actor(context);
      const match = order.matches.find((each) => each.facilityId === facilityId);
      const actions = { add: 'order.note_add', change: 'order.note_change', delete: 'order.note_delete' };
      await unit.audit({
        ...{ action: actions[what], objectKind: match ? 'MATCH' : 'RFQ', objectId: String(match?.id ?? orderId) },
        facilityId: match?.facilityId ?? null,
      });
      const audience = hearers(order, match ? [match] : []);
      const status = match?.status ?? order.status;
      await tellChanged(unit, order, status, match ? { ...audience, companyIds: [] } : audience);
    }
    return ownSide(context, orderId, unit.db);
  });
}

export const addNote = (context: CallContext, orderId: number, note: { eventId: string; body: string }) =>
  write(context, orderId, 'add', async (unit) => {
    const { userId, facilityId } = actor(context);
    const { rows } = await sql<{ id: number | null; full: boolean }>`
      select (select id from order_note where author_id = ${userId} and event_id = ${note.eventId}) as id, count(*) >= ${most} as full
      from order_note where order_id = ${orderId} and facility_id is not distinct from ${facilityId}
    `.execute(unit.db);
    const [known] = rows;
    if (known?.id) return false;
    if (known?.full) throw new CallError('CONFLICT', say('tooManyNotes', { most: String(most) }));
    await sql`
      insert into order_note (order_id, facility_id, author_id, body, event_id)
      values (${orderId}, ${facilityId}, ${userId}, ${note.body}, ${note.eventId})
    `.execute(unit.db);
    return true;
  });

export const changeNote = (context: CallContext, orderId: number, noteId: number, body: string) =>
  write(context, orderId, 'change', async (unit) => {
    await requireNoHold(context, unit.db, orderId);
    const { rows } = await sql<{ changed: boolean }>`
      update order_note set body = ${body}, edited_at = now() where ${own(context, orderId, noteId)} returning id
    `.execute(unit.db);
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    return true;
  });

export const deleteNote = (context: CallContext, orderId: number, noteId: number) =>
  write(context, orderId, 'delete', async (unit) => {
    await requireNoHold(context, unit.db, orderId);
    const { rows } = await sql`delete from order_note where ${own(context, orderId, noteId)} returning id`.execute(
      unit.db,
    );
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    return true;
  });

function own(context: CallContext, orderId: number, noteId: number) {
  const { userId, facilityId } = actor(context);
  return sql`id = ${noteId} and order_id = ${orderId} and author_id = ${userId}
    and facility_id is not distinct from ${facilityId}`;
}
