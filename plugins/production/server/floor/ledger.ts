import type { CallArguments } from '@sinter/sdk/contract/call';
import type { listLotMoves, LotMove } from '@sinter/sdk/contract/production/lots';
import { isKiosk, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { seenLot } from './read.ts';
import { numberOfLot } from './number.ts';
import { mayReverse } from './reverse.ts';
import { floorSettings } from './settings.ts';

const onPage = 100;

type Row = Omit<LotMove, 'at' | 'mayReverse'> & { at: Date; userId: number | null; print: boolean };

/** What happened to the pieces of a lot, newest first. */
export async function ledger(context: CallContext, { params, query }: CallArguments<typeof listLotMoves>) {
  const lot = await seenLot(context, params.id);
  const { db, facilityId, user } = context;
  const { shiftHours } = await floorSettings(context, db, facilityId);
  // Whoever counted it enters their PIN to take it back.
  const atKiosk = isKiosk(context);
  const { rows } = await sql<Row>`
    select m.id, m.position, m.kind, m.quantity, m.reason, m.batch, m.device, m.user_id as "userId",
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as by, m.created_at as at, m.remake,
      m.other_lot_id as "otherLotId",
      (select ${numberOfLot} from lot l where l.id = m.other_lot_id) as "otherLot", m.reverses,
      array(select o.copy from lot_move_object o where o.move_id = m.id order by o.copy) as objects,
      exists (select from lot_move back where back.reverses = m.id) as reversed, s.kind = 'PRINT' as print
    from lot_move m left join app_user u on u.id = m.user_id
      left join lot_step s on s.lot_id = m.lot_id and s.position = m.position
    where m.lot_id = ${params.id} and (${query.before ?? null}::bigint is null or m.id < ${query.before ?? null})
    order by m.id desc limit ${onPage + 1}
  `.execute(db);
  const moves = rows.slice(0, onPage).map(({ at, userId, print, ...move }): LotMove => {
    const counted =
      (move.kind === 'GOOD' || move.kind === 'SCRAP') &&
      !print &&
      move.quantity > 0 &&
      move.reverses === null &&
      !move.reversed;
    return {
      ...move,
      at: at.toISOString(),
      mayReverse:
        counted &&
        lot.state !== 'MERGED' &&
        mayReverse(atKiosk ? { ...user, userId: userId ?? 0 } : user, { user_id: userId, created_at: at }, shiftHours),
    };
  });
  return { moves, more: rows.length > onPage };
}
