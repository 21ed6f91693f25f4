import type { Principal } from '@sinter/sdk/contract';
import type { Part, PartRevision } from '@sinter/sdk/contract/catalog/parts';
import { storedFiles, type CallContext, type FileRecord } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { revisionName } from './revision.ts';
import { isProvider, mayChange, mayOrder, visibleOrders, partIsControlled, isVisibleRevision } from './visibility.ts';

/** All that reading parts needs, so that it can be watched in a test. */
export type Reading = Pick<CallContext, 'db' | 'user' | 'get'>;

type RawFile = Pick<FileRecord, 'id' | 'fileName' | 'size' | 'controlled'>;
type Files = 'originalFileDTO' | 'fileDTO' | 'pngFileDTO';
export type RawRevision = Omit<PartRevision, Files | 'revision' | 'report'> & {
  number: number;
  original: RawFile;
  mesh: RawFile;
  png: RawFile | null;
  report: Omit<PartRevision['report'], 'bbox'>;
  size: [number, number, number];
};
type RawPart = Omit<Part, 'revision' | 'may'> & { everOrdered: boolean; latest: RawRevision };

const file = (table: string) => sql`jsonb_build_object(
  'id', ${sql.ref(table)}.id, 'fileName', ${sql.ref(table)}.file_name, 'size', ${sql.ref(table)}.size,
  'controlled', ${sql.ref(table)}.controlled)`;

export const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Revision `r` over `revisionJoins`. The thinnest wall is what the viewer's own company or facility has measured. */
export const revisionJson = ({ companyId, facilityId }: Principal) => sql`jsonb_build_object(
  'id', r.id, 'number', r.number, 'fileName', original.file_name, 'format', r.format, 'units', r.units,
  'original', ${file('original')}, 'mesh', ${file('mesh')},
  'png', case when png.id is null then null else ${file('png')} end,
  'report', jsonb_build_object('facets', facts.facets, 'shells', facts.shells, 'watertight', facts.watertight,
    'volumeMm3', facts.volume_mm3, 'areaMm2', facts.area_mm2),
  'size', jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm),
  'minWallMm', (
    select (op.details ->> 'minMm')::double precision from file_operation op
    where op.file_id = r.file_id and op.type = 'WALL_THICKNESS' and op.status = 'SUCCESS'
      and op.company_id is not distinct from ${companyId}::bigint
      and op.facility_id is not distinct from ${facilityId}::bigint
    order by op.ended_at desc limit 1),
  'createdBy', coalesce(maker.first_name || ' ' || maker.last_name, ''),
  'createdOn', ${iso('r.created_at')})`;

export const revisionJoins = sql`
  join stored_file original on original.id = r.original_file_id
  join stored_file mesh on mesh.id = r.file_id
  join file_facts facts on facts.file_id = r.file_id
  left join stored_file png on png.id = facts.thumbnail_file_id
  left join app_user maker on maker.id = r.created_by`;

/** The parts of `page` (id, revision_id, place), in its order, whatever their number in one query. */
export async function partRows(context: Reading, page: RawBuilder<unknown>): Promise<Part[]> {
  const viewer = context.user;
  const { rows } = await sql<RawPart>`
    with page as materialized (${page})
    select p.id, p.name, p.part_number as "partNumber",
      ${isProvider(viewer) ? sql`'{}'::text[]` : sql`p.tags`} as tags,
      c.name as owner, ${partIsControlled} as "exportControlled", p.archived_at is not null as archived,
      (select count(*)::int from part_revision r where r.part_id = p.id and ${isVisibleRevision(viewer)})
        as "revisionCount",
      ordered.orders as "orderCount", ${iso('ordered.latest')} as "lastOrderedOn", ${iso('p.created_at')} as "createdOn",
      ${revisionJson(viewer)} as latest
    from page
      join part p on p.id = page.id
      join part_revision r on r.id = page.revision_id
      ${revisionJoins}
      join company c on c.id = p.company_id
      cross join lateral (${orderFacts(viewer)}) ordered
    order by page.place
  `.execute(context.db);
  return rows.map((row) => toPart(context, row));
}

const orderFacts = (viewer: Principal): RawBuilder<unknown> => sql`
  select count(distinct o.id)::int as orders, max(o.created_at) as latest
  from ${visibleOrders(viewer)} where pr.part_id = p.id`;

function toPart(context: Reading, { latest, ...part }: RawPart): Part {
  const { user } = context;
  const change = mayChange(user);
  return {
    ...part,
    revision: toRevision(context, latest),
    may: { change, delete: change && part.orderCount === 0, order: mayOrder(user) && !part.archived },
  };
}

export function toRevision(context: Reading, raw: RawRevision): PartRevision {
  const { number, original, mesh, png, size, report, ...revision } = raw;
  const { dto } = context.get(storedFiles);
  return {
    ...revision,
    revision: revisionName(number),
    originalFileDTO: dto(original),
    fileDTO: dto(mesh),
    pngFileDTO: png && dto(png),
    // How large a file is, is kept; where it lies in its own coordinates is not: the box begins at the origin.
    report: { ...report, bbox: { min: [0, 0, 0], max: size, size } },
  };
}
