import type { Containment, Holding } from '@sinter/sdk/contract/quality/containment';
import { runningModules } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { tellShown } from './ncr/remade.ts';

/** What open holds of non-conformances say, whatever the rights of who asks: it is there that it would be used. */
export const contained: Containment = {
  async holding(services, { db }, facilityId, { lotIds = [], jobIds = [], equipmentIds = [], batches = [] }) {
    const { rows } = await sql<Holding>`
      select n.id as "ncrId", n.number, n.title, h.lot_id as "lotId", h.equipment_id as "equipmentId", h.batch
      from ncr_hold h join ncr n on n.id = h.ncr_id
      where h.released_at is null and h.facility_id = ${facilityId} and (
        h.lot_id = any(${[...lotIds]}::bigint[]) or h.equipment_id = any(${[...equipmentIds]}::bigint[])
        or lower(h.batch) = any(${batches.map((each) => each.toLowerCase())}::text[])
        or h.lot_id in (select l.id from lot l where l.job_id = any(${[...jobIds]}::bigint[])))
      order by n.id, h.id
    `.execute(db);
    // Where nobody could release it any more, nothing is held.
    return rows.length > 0 && (await services.get(runningModules).flag('QUALITY_MANAGEMENT', facilityId)) ? rows : [];
  },
  async split(_services, unit, from, to) {
    const { rows } = await sql<{ ncrId: number }>`
      insert into ncr_hold (ncr_id, facility_id, lot_id, held_by)
      select ncr_id, facility_id, ${to}, held_by from ncr_hold where lot_id = ${from} and released_at is null
      on conflict do nothing returning ncr_id as "ncrId"
    `.execute(unit.db);
    await tellShown(
      unit,
      rows.map(({ ncrId }) => ncrId),
    );
  },
};
