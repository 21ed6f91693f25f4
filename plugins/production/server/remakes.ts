import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { Lot } from './floor/types.ts';

/** Ties so many pieces of a lot to scrapped pieces of the same part that nothing makes again yet, the oldest first. */
export async function linkRemakes(
  unit: Work,
  { id, orderFileId, facilityId, quantity }: Pick<Lot, 'id' | 'orderFileId' | 'facilityId' | 'quantity'>,
): Promise<void> {
  await sql`
    insert into lot_remake (move_id, lot_id, quantity)
    select id, ${id}, least(owed, ${quantity} - before)
    from (
      select id, owed, coalesce(sum(owed) over (order by id rows between unbounded preceding and 1 preceding), 0)::int as before
      from (
        select m.id, m.quantity - coalesce((
          select sum(made.quantity) from lot_remake made join lot by_lot on by_lot.id = made.lot_id
          where made.move_id = m.id and by_lot.state <> 'CANCELLED'), 0)::int as owed
        from lot_move m join lot l on l.id = m.lot_id
        where l.order_file_id = ${orderFileId} and m.facility_id = ${facilityId} and m.kind = 'SCRAP' and m.remake
          and m.quantity > 0 and not exists (select from lot_move back where back.reverses = m.id)
      ) scrapped where owed > 0
    ) waiting where before < ${quantity}
    on conflict (move_id, lot_id) do update set quantity = lot_remake.quantity + excluded.quantity
  `.execute(unit.db);
}
