import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  listedPlatformSchema,
  mostInPicture,
  type listPlatforms,
  type platformChoices,
} from '@sinter/sdk/contract/production/platforms';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { seenPlatforms } from './sight.ts';

/** Counted no further. */
const mostCounted = 1000;

/** Columns of `platformRowSchema` over `p`, `r`, its newest revision, `e` and `m`. */
export const platformFacts = sql`
  p.id, p.name, p.revision, p.source, r.parts, r.pieces, r.utilisation, r.height_mm as "heightMm",
  jsonb_build_object('id', e.id, 'name', e.display_name) as machine,
  jsonb_build_object('id', m.id, 'name', m.model_name) as model,
  coalesce((select jsonb_agg(jsonb_build_object('id', mat.id, 'name', mat.name) order by mat.name, mat.id) from material mat
    where mat.id in (select f.material_id from rfq_order_file f where f.id in (
      select piece.order_file_id from platform_piece piece where piece.platform_id = p.id and piece.revision = r.revision))), '[]') as materials,
  (select count(*)::int from platform_build b where b.platform_id = p.id) as builds,
  ${isoTime('p.changed_at')} as "changedAt",
  coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = r.user_id), '') as "changedBy"`;

/** The plate of `r` from above. Parts that nobody has measured have no box. */
const picture = sql`jsonb_build_object('sizeMm', jsonb_build_array(r.box_mm[1], r.box_mm[2]), 'boxes', coalesce((
  select jsonb_agg(jsonb_build_array(round((x - wide / 2)::numeric, 1), round((y - deep / 2)::numeric, 1),
    round(wide::numeric, 1), round(deep::numeric, 1)) order by top)
  from (
    select m[1] * cx + m[5] * cy + m[9] * cz + m[13] as x, m[2] * cx + m[6] * cy + m[10] * cz + m[14] as y,
      abs(m[1]) * sx + abs(m[5]) * sy + abs(m[9]) * sz as wide, abs(m[2]) * sx + abs(m[6]) * sy + abs(m[10]) * sz as deep,
      m[3] * cx + m[7] * cy + m[11] * cz + m[15] + (abs(m[3]) * sx + abs(m[7]) * sy + abs(m[11]) * sz) / 2 as top
    from (
      select piece.placement as m, size_x_mm as sx, size_y_mm as sy, size_z_mm as sz, min_x_mm + size_x_mm / 2 as cx,
        min_y_mm + size_y_mm / 2 as cy, min_z_mm + size_z_mm / 2 as cz
      from platform_piece piece join rfq_order_file f on f.id = piece.order_file_id
        join file_facts facts on facts.file_id = f.file_id
      where piece.platform_id = r.platform_id and piece.revision = r.revision and facts.min_x_mm is not null
    ) measured order by top desc limit ${mostInPicture}
  ) placed), '[]')) as picture`;

export const platformJoins = sql`join equipment e on e.id = p.equipment_id
  join machine_model m on m.id = e.machine_model_id`;

export async function list(
  context: CallContext,
  { query: { page, size, sort, direction }, body }: CallArguments<typeof listPlatforms>,
): Promise<CallResult<typeof listPlatforms>> {
  const { db } = context;
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const by = {
    changed: sql`p.changed_at`,
    name: sql`lower(p.name)`,
    height: sql`r.height_mm`,
    utilisation: sql`r.utilisation`,
  }[sort];
  const found = sql`from platform p
    ${sort === 'height' || sort === 'utilisation' ? newest : sql``} where ${sql.join(conditions(context, body), sql` and `)}`;
  const order = sql`${by} ${way}, p.id ${way}`;
  const [{ rows }, counted] = await Promise.all([
    sql`
      with page as materialized (select p.id, row_number() over (order by ${order}) as place ${found}
        order by ${order} limit ${size} offset ${page * size})
      select ${platformFacts}, ${picture} from page join platform p on p.id = page.id ${newest} ${platformJoins} order by page.place
    `.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select 1 from platform p where ${sql.join(conditions(context, body), sql` and `)}
        limit ${mostCounted + 1}) counted
    `.execute(db),
  ]);
  const total = counted.rows[0]?.count ?? 0;
  return {
    platforms: z.array(listedPlatformSchema).parse(rows),
    totalCount: Math.min(total, mostCounted),
    moreThanTotal: total > mostCounted,
  };
}

const newest = sql`join platform_revision r on r.platform_id = p.id and r.revision = p.revision`;

function conditions(
  context: CallContext,
  { searchString, equipmentId, modelId, materialId, source }: CallArguments<typeof listPlatforms>['body'],
): RawBuilder<unknown>[] {
  return [
    seenPlatforms(context),
    ...(searchString === '' ? [] : [sql`p.name ilike ${`%${searchString.replace(/[\\%_]/g, '\\$&')}%`}`]),
    ...(equipmentId === null ? [] : [sql`p.equipment_id = ${equipmentId}`]),
    ...(modelId === null
      ? []
      : [sql`p.equipment_id in (select e.id from equipment e where e.machine_model_id = ${modelId})`]),
    ...(materialId === null
      ? []
      : [
          sql`exists (select from platform_piece piece join rfq_order_file f on f.id = piece.order_file_id
            where piece.platform_id = p.id and piece.revision = p.revision and f.material_id = ${materialId})`,
        ]),
    ...(source === null ? [] : [sql`p.source = ${source}`]),
  ];
}

/** Asked by each machine and material of the facility's process, not by each platform's pieces. */
export async function choices(context: CallContext): Promise<CallResult<typeof platformChoices>> {
  const { rows: models } = await sql<{ id: number; name: string }>`
    select distinct m.id, m.model_name as name from equipment e join machine_model m on m.id = e.machine_model_id
    where e.facility_id = ${context.facilityId}
      and exists (select from platform p where p.equipment_id = e.id and ${seenPlatforms(context)})
    order by m.model_name, m.id
  `.execute(context.db);
  const { rows: materials } = await sql<{ id: number; name: string }>`
    select mat.id, mat.name from material mat
    where exists (select from platform p join platform_piece piece on piece.platform_id = p.id and piece.revision = p.revision
        join rfq_order_file f on f.id = piece.order_file_id
      where f.material_id = mat.id and ${seenPlatforms(context)})
    order by mat.name, mat.id
  `.execute(context.db);
  return { models, materials };
}
