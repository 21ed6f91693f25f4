import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { buildEstimates } from '@sinter/sdk/contract/orders/buildEstimates';
import { learnedFactors } from '@sinter/sdk/contract/orders/learnedFactors';
import {
  nestedBuildSchema,
  nestingDetailSchema,
  nestingSchema,
  type nestedBuildContent,
  type Nesting,
  type NestingDetail,
  type readNesting,
} from '@sinter/sdk/contract/production/nesting';
import { isoTime, storedFiles, type CallContext, type FileReply } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';
import { holdsControlled } from './audience.ts';

const mostListed = 50;

export const isCleared = ({ user }: CallContext): boolean => user.via === 'session' && user.cleared;

/** Of the caller's facility, and nothing that is kept from them. */
const seen = (context: CallContext): RawBuilder<boolean> => sql`
  n.facility_id = ${context.facilityId} and (${isCleared(context)} or not ${holdsControlled})`;

type Db = Pick<CallContext, 'db'>;

async function found({ db }: Db, context: CallContext, which: RawBuilder<boolean>): Promise<Nesting[]> {
  const { rows } = await sql`
    select n.id, n.state, n.share, json_build_object('id', e.id, 'name', e.display_name) as equipment, n.space, n.turning,
      n.spacing_mm as "spacingMm", n.wall_mm as "wallMm", n.box_mm as "boxMm", n.failure,
      n.user_id = ${context.user.userId} as mine,
      case when n.state = 'WAITING' and n.share > 0.02
        then ceil(extract(epoch from now() - n.begun_at) * (1 - n.share) / n.share)::int end as "secondsLeft",
      (select coalesce(sum(i.quantity), 0)::int from nesting_item i where i.nesting_id = n.id) as wanted,
      (select coalesce(sum(b.parts), 0)::int from nesting_build b where b.nesting_id = n.id) as placed,
      (select count(*)::int from nesting_build b where b.nesting_id = n.id) as builds,
      ${isoTime('n.asked_at')} as "askedAt", ${isoTime('n.kept_until')} as "keptUntil"
    from nesting n join equipment e on e.id = n.equipment_id
    where ${seen(context)} and ${which} order by n.id desc limit ${mostListed}
  `.execute(db);
  return z.array(nestingSchema).parse(rows);
}

export const list = (context: CallContext): Promise<Nesting[]> => found(context, context, sql`true`);

/** Throws NOT_FOUND. `own`: of the caller alone. */
export async function requireNesting(unit: Db, context: CallContext, id: number, own = false): Promise<Nesting> {
  const [nesting] = await found(unit, context, sql`n.id = ${id}`);
  if (!nesting || (own && !nesting.mine)) throw new CallError('NOT_FOUND');
  return nesting;
}

export async function read(
  context: CallContext,
  { params: { id } }: CallArguments<typeof readNesting>,
): Promise<NestingDetail> {
  const nesting = await requireNesting(context, context, id);
  const { rows: items } = await sql`
    select i.order_file_id as "orderFileId", f.order_id as "orderId", s.file_name as "fileName", f.file_id as "fileId",
      i.quantity, i.unplaced, i.why, i.open
    from nesting_item i join rfq_order_file f on f.id = i.order_file_id join stored_file s on s.id = f.original_file_id
    where i.nesting_id = ${id} order by i.position
  `.execute(context.db);
  return nestingDetailSchema.parse({ ...nesting, items, nested: await buildsOf(context, context, id) });
}

const buildRow = nestedBuildSchema
  .omit({ hours: true, materials: true })
  .extend({ areaMm2: z.number(), heightsMm: z.number(), processKey: z.string(), equipmentId: z.number() });

/** Each with its time and material. */
export async function buildsOf(
  services: Pick<CallContext, 'get'>,
  unit: Db,
  id: number,
): Promise<NestingDetail['nested']> {
  const { rows } = await sql`
    select b.number, b.parts, b.height_mm as "heightMm", b.volume_mm3 as "volumeMm3", b.utilisation, b.instances,
      b.area_mm2 as "areaMm2", b.heights_mm as "heightsMm", p.process_key as "processKey", e.id as "equipmentId"
    from nesting_build b join nesting n on n.id = b.nesting_id join equipment e on e.id = n.equipment_id
      join machine_model m on m.id = e.machine_model_id join am_process p on p.id = m.am_process_id
    where b.nesting_id = ${id} order by b.number
  `.execute(unit.db);
  const volumes = await volumesOf(unit, id);
  const estimates = services.get(buildEstimates);
  const builds = z.array(buildRow).parse(rows);
  const [first] = builds;
  if (!first) return [];
  const learned = await services.get(learnedFactors).of(
    unit.db,
    first.equipmentId,
    volumes.map(({ material }) => material.id),
  );
  return builds.map(({ areaMm2, heightsMm, processKey, equipmentId: _, ...build }) => {
    const { volumeMm3, heightMm } = build;
    const materials = volumes
      .map(({ material, density, partVolumes }) => {
        const mm3 = build.instances.reduce((sum, part) => sum + (partVolumes.get(part.orderFileId) ?? 0), 0);
        const grams = estimates.grams(processKey, mm3, density) ?? 0;
        return { material, grams: grams * (learned.get(material.id)?.grams ?? 1) };
      })
      .filter((each) => each.grams > 0);
    // A machine builds one material at a time; where parts are of several, the one of which there is most says how long it takes.
    const [most] = materials.toSorted((one, other) => other.grams - one.grams);
    const factor = (most && learned.get(most.material.id)?.hours) ?? 1;
    const hours = estimates.hours(processKey, { volumeMm3, areaMm2, heightMm, heightsMm });
    return { ...build, hours: hours === null ? null : hours * factor, materials };
  });
}

const volumeRow = z.object({
  id: z.number(),
  name: z.string(),
  density: z.number(),
  part: z.number(),
  mm3: z.number(),
});

/** The materials of its parts, and the volume of a piece of each part as it was measured. */
async function volumesOf({ db }: Db, id: number) {
  const { rows } = await sql`
    select mat.id, mat.name, mat.density_mg_per_mm3 as density, f.id as part, facts.volume_mm3 as mm3
    from nesting_item i join rfq_order_file f on f.id = i.order_file_id join material mat on mat.id = f.material_id
      join file_facts facts on facts.file_id = f.file_id
    where i.nesting_id = ${id} order by mat.name, f.id
  `.execute(db);
  const found = new Map<
    number,
    { material: { id: number; name: string }; density: number; partVolumes: Map<number, number> }
  >();
  for (const row of z.array(volumeRow).parse(rows)) {
    const one = found.get(row.id) ?? {
      material: { id: row.id, name: row.name },
      density: row.density,
      partVolumes: new Map(),
    };
    one.partVolumes.set(row.part, row.mm3);
    found.set(row.id, one);
  }
  return [...found.values()];
}

export async function content(
  context: CallContext,
  { params: { id, number } }: CallArguments<typeof nestedBuildContent>,
): Promise<FileReply> {
  const { state } = await requireNesting(context, context, id);
  if (state !== 'READY') throw new CallError('CONFLICT', say('nestNotReady'));
  const { rows } = await sql<{ file_id: number }>`
    select file_id from nesting_build where nesting_id = ${id} and number = ${number}
  `.execute(context.db);
  const file = rows[0] && (await context.get(storedFiles).byId(rows[0].file_id));
  if (!file || (file.controlled && !isCleared(context))) throw new CallError('NOT_FOUND');
  const { stream, size } = await context.files.read(file.sha256, { controlled: file.controlled });
  return { stream, size, contentType: 'model/3mf', downloadName: file.fileName, cache: 'no-store' };
}
