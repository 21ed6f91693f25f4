import { CallError } from '@sinter/sdk/contract';
import { capaChanged, type Capa } from '@sinter/sdk/contract/quality/capas';
import type { CapaStatus } from '@sinter/sdk/contract/quality/capaStatus';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { capaDb } from './tables.ts';

/** A capa as its change meets it. */
export interface LockedCapa {
  id: number;
  facilityId: number;
  number: string;
  status: CapaStatus;
  version: number;
  ownerId: number | null;
}

/** Until the transaction ends nobody else changes it. Throws NOT_FOUND, and TRANSITION_REFUSED where it is closed. */
export async function lockCapa(unit: Work, facilityId: number, id: number): Promise<LockedCapa> {
  const { rows } = await sql<LockedCapa>`
    select id, facility_id as "facilityId", number, status, version, owner_id as "ownerId"
    from capa where id = ${id} and facility_id = ${facilityId} for update
  `.execute(unit.db);
  const [capa] = rows;
  if (!capa) throw new CallError('NOT_FOUND');
  if (capa.status === 'CLOSED') {
    throw new CallError('TRANSITION_REFUSED', say('capaClosed', { number: capa.number }), {
      from: 'CLOSED',
      allowed: [],
    });
  }
  return capa;
}

interface Happening {
  what: Capa['history'][number]['what'];
  subject?: string;
  /** Of somebody without an account, who is nobody's caller. */
  byName?: string;
}

/** Writes down what was done to a capa, and lets open pages look. `userId`: `null` for somebody without an account. */
export async function record(
  unit: Work,
  userId: number | null,
  { id, facilityId }: Pick<LockedCapa, 'id' | 'facilityId'>,
  { what, subject = '', byName = '' }: Happening,
): Promise<void> {
  const db = capaDb(unit);
  await db
    .insertInto('capa_history')
    .values({ capa_id: id, what, subject, user_id: userId, by_name: byName })
    .execute();
  await db
    .updateTable('capa')
    .set({ version: sql`version + 1`, changed_at: new Date() })
    .where('id', '=', id)
    .execute();
  await unit.audit({
    action: `capa.${what.toLowerCase()}`,
    objectKind: 'CAPA',
    objectId: String(id),
    facilityId,
    ...(subject !== '' && { after: subject }),
  });
  await unit.emit(capaChanged, { capaId: id }, { facilityIds: [facilityId] });
}

/** Whether this request was carried out before; if not, it counts from now on. */
export async function wasDone(
  { facilityId }: Pick<CallContext, 'facilityId'>,
  unit: Work,
  capaId: number,
  eventId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await capaDb(unit)
    .insertInto('capa_event')
    .values({ facility_id: facilityId, event_id: eventId, capa_id: capaId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 0n;
}
