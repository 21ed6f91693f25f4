import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { edgesOf, type Candidate, type Edges, type Wanted, type WantedPart } from './fit.ts';

/**
 * How facility `f` stands to a company, as an expression. What the company has black-listed stays so, whatever else it is.
 * `v` is its vendor row and `own` its internal company row.
 */
export const relation = sql<Candidate['relation']>`case
  when v.relation = 'BLACK_LISTED' then 'BLACK_LISTED'
  when own.company_id is not null then 'INTERNAL'
  when v.relation = 'PRIVATE' then 'PRIVATE'
  else 'MATCHED' end`;

/** The joins that `relation` relies on. */
export const relationJoins = (companyId: number): RawBuilder<unknown> => sql`
  left join vendor v on v.company_id = ${companyId} and v.facility_id = f.id
  left join internal_company own on own.company_id = ${companyId} and own.confirmed_at is not null
    and own.root_facility_id = coalesce(f.root_facility_id, f.id)`;

/** City and country code of facility `f`. */
export const location = sql<string>`concat_ws(', ', nullif(f.address->>'city', ''), nullif(f.address->>'countryCode', ''))`;

interface AbilityRow {
  p: number;
  m: number | null;
  b: Edges | null;
}

/**
 * Open facilities, each with what its machines can do of what is wanted: one query, however many there are. With
 * `facilityIds`, of those alone.
 */
export async function candidates(
  db: QueryExecutorProvider,
  companyId: number,
  parts: readonly WantedPart[],
  facilityIds: readonly number[] | null = null,
): Promise<Candidate[]> {
  const processes = [...new Set(parts.map((part) => part.processId))];
  const finishes = [...new Set(parts.flatMap(({ finishId }) => (finishId === null ? [] : [finishId])))];
  const materials = [...new Set(parts.map((part) => part.materialId))];
  const { rows } = await sql<Omit<Candidate, 'abilities'> & { abilities: AbilityRow[] | null }>`
    with ability as (
      select e.facility_id, model.am_process_id, em.material_id,
        model.build_x_mm as x, model.build_y_mm as y, model.build_z_mm as z
      from equipment e
        join machine_model model on model.id = e.machine_model_id and model.am_process_id = any(${processes}::bigint[])
        left join equipment_material em on em.equipment_id = e.id and em.material_id = any(${materials}::bigint[])
          and em.role in ('DEFAULT', 'PRIMARY')
      where not e.hidden
      group by 1, 2, 3, 4, 5, 6)
    select f.id, f.company_name as name, ${location} as location, ${relation} as relation,
      exists (select from export_policy p
        where p.facility_id = coalesce(f.root_facility_id, f.id) and p.enabled) as registered,
      able.abilities, array(select offered.post_processing_id from facility_post_processing offered
        where offered.facility_id = f.id and offered.post_processing_id = any(${finishes}::bigint[])) as finishes
    from facility f ${relationJoins(companyId)}
      left join (
        select facility_id, jsonb_agg(jsonb_build_object('p', am_process_id, 'm', material_id,
          'b', case when x is not null then jsonb_build_array(x, y, z) end)) as abilities
        from ability group by facility_id
      ) able on able.facility_id = f.id
    where f.active and (${facilityIds === null} or f.id = any(${[...(facilityIds ?? [])]}::bigint[]))
    order by lower(f.company_name), f.id
  `.execute(db);
  return rows.map(({ abilities, ...facility }) => ({
    ...facility,
    abilities: (abilities ?? []).map(({ p, m, b }) => ({
      processId: p,
      materialId: m,
      edges: b && edgesOf(...b),
    })),
  }));
}

/** What is wanted of an order that is still being put together. Throws where the caller may not see a file. */
export async function wantedAs(
  { db, get, user }: CallContext,
  files: readonly { fileId: number; amProcessId: number; materialId: number; finishId: number | null }[],
  exportControlled: boolean,
): Promise<Wanted> {
  const ids = files.map(({ fileId }) => fileId);
  const seen = await Promise.all(ids.map((id) => get(storedFiles).require(user, id)));
  const { rows } = await sql<{ id: number; x: number; y: number; z: number }>`
    select file_id as id, size_x_mm as x, size_y_mm as y, size_z_mm as z from file_facts where file_id = any(${ids}::bigint[])
  `.execute(db);
  const sizes = new Map(rows.map(({ id, x, y, z }) => [id, edgesOf(x, y, z)]));
  return {
    controlled: exportControlled || seen.some(({ controlled }) => controlled),
    parts: files.map(({ fileId, amProcessId, materialId, finishId }) => ({
      processId: amProcessId,
      materialId,
      edges: sizes.get(fileId) ?? null,
      finishId,
    })),
  };
}

/** What orders want, by their ids. */
export async function wantedBy(
  db: QueryExecutorProvider,
  orderIds: readonly number[],
): Promise<Map<number, Wanted & { companyId: number }>> {
  const { rows } = await sql<{
    id: number;
    companyId: number;
    controlled: boolean;
    parts: (AbilityRow & { f: number | null })[] | null;
  }>`
    select o.id, o.company_id as "companyId", ${orderIsControlled} as controlled,
      (select jsonb_agg(jsonb_build_object('p', line.am_process_id, 'm', line.material_id, 'f', line.finish_id,
          'b', case when facts.file_id is not null
            then jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm) end) order by line.position)
        from rfq_order_file line left join file_facts facts on facts.file_id = line.file_id
        where line.order_id = o.id) as parts
    from rfq_order o where o.id = any(${[...orderIds]}::bigint[])
  `.execute(db);
  return new Map(
    rows.map(({ id, parts, ...order }) => [
      id,
      {
        ...order,
        parts: (parts ?? []).map(({ p, m, b, f }) => ({
          processId: p,
          materialId: m ?? 0,
          edges: b && edgesOf(...b),
          finishId: f,
        })),
      },
    ]),
  );
}
