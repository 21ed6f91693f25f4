import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  observationSchema,
  type AccuracyRow,
  type listAccuracy,
  type listObservations,
  type Observation,
} from '@sinter/sdk/contract/orders/pricing';
import { isoTime, type CallContext, type Services } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { all, anyLayer, knownOf, ofAnyLayer, taughtBy, type KnownLevels } from './known.ts';

/** Points of a picture. */
const mostRecent = 24;

type Row = Omit<AccuracyRow, 'hours' | 'grams'> & { known: KnownLevels };

export async function accuracy(
  { db, facilityId }: CallContext,
  { query: { page, size } }: CallArguments<typeof listAccuracy>,
): Promise<CallResult<typeof listAccuracy>> {
  // Where all builds have one layer height, they are listed by it alone.
  const cells = sql`from estimate_summary s where s.facility_id = ${facilityId} and s.material_id <> ${all} and s.observed > 0
    and not (s.layer_um = ${anyLayer} and exists (select from estimate_summary one where one.facility_id = s.facility_id
      and one.machine_model_id = s.machine_model_id and one.material_id = s.material_id and one.layer_um <> ${anyLayer}
      and one.observed = s.observed))`;
  // Written so that the indexes of what counts are no choice: by that of a facility, all its builds are read to find a rare machine's.
  const counts = sql`(o.excluded is not null) is false`;
  const recent = sql`
    select o.actual_hours / o.estimated_hours as share, o.finished_at, o.id from estimate_observation o
    where o.facility_id = s.facility_id and o.machine_model_id = s.machine_model_id and o.material_id = s.material_id
      and ${counts}`;
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select jsonb_build_object('id', model.id, 'name', model.model_name) as "machineModel",
        jsonb_build_object('id', m.id, 'name', m.name) as material, s.layer_um as "layerUm", s.count, s.weighed,
        ${isoTime('s.changed_at')} as "changedAt",
        ${knownOf({ facility: sql`s.facility_id`, model: sql`s.machine_model_id`, material: sql`s.material_id`, layer: sql`s.layer_um` })} as known,
        array(select last.share from (
          (${recent} and s.layer_um = ${anyLayer} and ${ofAnyLayer} order by o.finished_at desc, o.id desc limit ${mostRecent})
          union all
          (${recent} and s.layer_um <> ${anyLayer} and o.layer_um = s.layer_um
            order by o.finished_at desc, o.id desc limit ${mostRecent})
        ) last order by last.finished_at, last.id) as recent
      from (select * ${cells} order by s.count desc, s.machine_model_id, s.material_id, s.layer_um
          limit ${size} offset ${page * size}) s
        join machine_model model on model.id = s.machine_model_id join material m on m.id = s.material_id
      order by s.count desc, s.machine_model_id, s.material_id, s.layer_um
    `.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${cells}`.execute(db),
  ]);
  const asModelled = { factor: 1, low: 1, high: 1 };
  return {
    rows: rows.map(({ known, ...row }) => {
      const { hours, grams } = taughtBy(known);
      return { ...row, hours: hours ?? asModelled, grams };
    }),
    totalCount: counted.rows[0]?.count ?? 0,
  };
}

/** Columns of `observationSchema`. */
const found = (where: RawBuilder<unknown>) => sql`
  select o.id, o.job_id as "jobId", jsonb_build_object('id', e.id, 'name', e.display_name) as machine,
    o.estimated_hours as "estimatedHours", o.actual_hours as "actualHours", o.estimated_grams as "estimatedGrams",
    o.actual_grams as "actualGrams", ${isoTime('o.finished_at')} as "finishedAt", o.excluded,
    coalesce(trim(u.first_name || ' ' || u.last_name), '') as "decidedBy"
  from estimate_observation o join equipment e on e.id = o.equipment_id left join app_user u on u.id = o.decided_by
  where ${where}`;

export async function observations(
  { db, facilityId }: CallContext,
  { query: { machineModelId, materialId, layerUm, page, size } }: CallArguments<typeof listObservations>,
): Promise<CallResult<typeof listObservations>> {
  const cell = (table: 'o' | 's') => sql`${sql.ref(`${table}.facility_id`)} = ${facilityId}
    and ${sql.ref(`${table}.machine_model_id`)} = ${machineModelId}
    and ${sql.ref(`${table}.material_id`)} = ${materialId}`;
  const ofLayer = layerUm === anyLayer ? ofAnyLayer : sql`o.layer_um = ${layerUm}`;
  const [{ rows }, counted] = await Promise.all([
    sql`
      ${found(sql`${cell('o')} and ${ofLayer}`)}
      order by o.finished_at desc, o.id desc limit ${size} offset ${page * size}
    `.execute(db),
    sql<{ count: number }>`
      select s.observed as count from estimate_summary s where ${cell('s')} and s.layer_um = ${layerUm}
    `.execute(db),
  ]);
  return { observations: z.array(observationSchema).parse(rows), totalCount: counted.rows[0]?.count ?? 0 };
}

export async function observation({ db }: Pick<Services, 'db'>, facilityId: number, id: number): Promise<Observation> {
  const { rows } = await sql`${found(sql`o.id = ${id} and o.facility_id = ${facilityId}`)}`.execute(db);
  if (!rows[0]) throw new CallError('NOT_FOUND');
  return observationSchema.parse(rows[0]);
}
