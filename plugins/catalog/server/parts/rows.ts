import type { Part, PartRevision } from '@sinter/sdk/contract/catalog/parts';
import { measuredWalls } from '@sinter/sdk/contract/preparation/measuredWalls';
import { plannedOnce, storedFiles, isoTime, type FileRecord } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { facilityTagsColumn } from './facilityTags.ts';
import { revisionName } from './revision.ts';
import {
  isProvider,
  mayChange,
  mayOrder,
  ordersFrom,
  visibleOrders,
  partIsControlled,
  isVisibleRevision,
  type Reading,
} from './visibility.ts';

type RawFile = Pick<FileRecord, 'id' | 'fileName' | 'size' | 'controlled'>;
type Files = 'originalFileDTO' | 'fileDTO' | 'pngFileDTO';
export type RawRevision = Omit<PartRevision, Files | 'revision' | 'report' | 'minWallMm'> & {
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

/** Revision `r` over `revisionJoins`. */
export const revisionJson = sql`jsonb_build_object(
  'id', r.id, 'number', r.number, 'fileName', original.file_name, 'format', r.format, 'units', r.units,
  'original', ${file('original')}, 'mesh', ${file('mesh')},
  'png', case when png.id is null then null else ${file('png')} end,
  'report', jsonb_build_object('facets', facts.facets, 'shells', facts.shells, 'watertight', facts.watertight,
    'volumeMm3', facts.volume_mm3, 'areaMm2', facts.area_mm2),
  'size', jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm),
  'createdBy', coalesce(maker.first_name || ' ' || maker.last_name, ''),
  'createdOn', ${isoTime('r.created_at')})`;

export const revisionJoins = sql`
  join stored_file original on original.id = r.original_file_id
  join stored_file mesh on mesh.id = r.file_id
  join file_facts facts on facts.file_id = r.file_id
  left join stored_file png on png.id = facts.thumbnail_file_id
  left join app_user maker on maker.id = r.created_by`;

/** The parts of `page` (id, revision_id, place), in its order, whatever their number in one query. */
export async function partRows(context: Reading, page: RawBuilder<unknown>): Promise<Part[]> {
  const viewer = context.user;
  const { rows } = await sql<RawPart>`${plannedOnce}
    with page as materialized (${page})
    select p.id, p.name, p.part_number as "partNumber",
      ${isProvider(viewer) ? sql`'{}'::text[]` : sql`p.tags`} as tags, ${facilityTagsColumn(context)} as "facilityTags",
      c.name as owner, ${partIsControlled} as "exportControlled", p.archived_at is not null as archived,
      (select count(*)::int from part_revision r where r.part_id = p.id and ${isVisibleRevision(context)})
        as "revisionCount",
      exists (select from part_revision pr join part_upload u on u.revision_id = pr.id
        join ${ordersFrom(context, (orders) => orders.ordered(null))} o
          on o.original_file_id = u.original_file_id and o.company_id = p.company_id
        where pr.part_id = p.id) as "everOrdered",
      ordered.orders as "orderCount", ${isoTime('ordered.latest')} as "lastOrderedOn", ${isoTime('p.created_at')} as "createdOn",
      ${revisionJson} as latest
    from page
      join part p on p.id = page.id
      join part_revision r on r.id = page.revision_id
      ${revisionJoins}
      join company c on c.id = p.company_id
      cross join lateral (${orderFacts(context)}) ordered
    order by page.place
  `.execute(context.db);
  const revisions = await toRevisions(
    context,
    rows.map(({ latest }) => latest),
  );
  return rows.flatMap((row, index) => {
    const revision = revisions[index];
    return revision ? [toPart(context, row, revision)] : [];
  });
}

const orderFacts = (reading: Reading): RawBuilder<unknown> => sql`
  select count(distinct o.order_id)::int as orders, max(o.ordered_at) as latest
  from ${visibleOrders(reading)} where pr.part_id = p.id`;

function toPart({ user }: Reading, { latest: _, everOrdered, ...part }: RawPart, revision: PartRevision): Part {
  const change = mayChange(user);
  return {
    ...part,
    revision,
    may: { change, delete: change && !everOrdered, order: mayOrder(user) && !part.archived },
  };
}

/** The thinnest wall is what the viewer's own company or facility has measured. */
export async function toRevisions(context: Reading, raw: readonly RawRevision[]): Promise<PartRevision[]> {
  const meshes = raw.map(({ mesh }) => mesh.id);
  const walls = await context.get(measuredWalls).thinnest(context.db, context.user, meshes);
  return raw.map((one) => toRevision(context, one, walls.get(one.mesh.id) ?? null));
}

function toRevision(context: Reading, raw: RawRevision, minWallMm: number | null): PartRevision {
  const { number, original, mesh, png, size, report, ...revision } = raw;
  const { dto } = context.get(storedFiles);
  return {
    ...revision,
    minWallMm,
    revision: revisionName(number),
    originalFileDTO: dto(original),
    fileDTO: dto(mesh),
    pngFileDTO: png && dto(png),
    // Only the size of a file is stored, not its place in its own coordinates: the box begins at the origin.
    report: { ...report, bbox: { min: [0, 0, 0], max: size, size } },
  };
}
