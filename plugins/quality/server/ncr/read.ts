import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { stepKindSchema } from '@sinter/sdk/contract/production/mes';
import { ncrMarkSchema, type NcrDetail, type NcrRow } from '@sinter/sdk/contract/quality/ncr';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { qualitySettings } from '../settings.ts';
import { lineColumns, lineOf, lineRowSchema, seenNcrs } from './lines.ts';
import { rowsOf, type Concession } from './lock.ts';
import { isOfBoard } from './people.ts';
import { isEnded, possible } from './transitions.ts';

const detailSchema = lineRowSchema.extend({
  description: z.string(),
  characteristic: z.string(),
  requirement: z.string(),
  measured: z.string(),
  subject: z.object({
    orderId: z.number().nullable(),
    orderFileId: z.number().nullable(),
    lotId: z.number().nullable(),
    position: z.number().nullable(),
    jobId: z.number().nullable(),
    equipmentId: z.number().nullable(),
    batch: z.string(),
  }),
  customer: z.string(),
  shipped: z.boolean(),
  version: z.number(),
  steps: z.array(z.object({ position: z.number(), name: z.string(), kind: stepKindSchema })),
});

/** One of them as its screen shows it. Throws NOT_FOUND. */
export async function readOf(context: CallContext, id: number): Promise<NcrDetail> {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  const { rows } = await sql`
    select ${lineColumns(context)}, n.description, n.characteristic, n.requirement, n.measured, n.shipped, n.version,
      jsonb_build_object('orderId', n.order_id, 'orderFileId', n.order_file_id, 'lotId', n.lot_id, 'position', n.position,
        'jobId', n.job_id, 'equipmentId', n.equipment_id, 'batch', n.batch) as subject,
      coalesce((select c.name from rfq_order o join company c on c.id = o.company_id where o.id = n.order_id), '') as customer,
      coalesce((select jsonb_agg(jsonb_build_object('position', s.position, 'name', s.name, 'kind', s.kind) order by s.position)
        from lot_step s where s.lot_id = n.lot_id and s.kind <> 'PRINT'), '[]') as steps
    from ncr n where n.id = ${id} and ${seenNcrs(context)}
  `.execute(db);
  const [found] = z.array(detailSchema).parse(rows);
  if (!found) throw new CallError('NOT_FOUND');
  const { description, characteristic, requirement, measured, subject, customer, shipped, version, steps, ...line } =
    found;
  const [ofRows, holds, photos, capas, order] = await Promise.all([
    rowsShown(context, id),
    holdsOf(context, id),
    photosOf(context, id),
    capasOf(context, id),
    subject.orderId === null ? null : context.get(orderProduction).standing(db, facilityId, subject.orderId),
  ]);
  const held = holds.some(({ released }) => released === null);
  const open = !isEnded(found.status);
  const onBoard = settings.rigor === 'FULL' && isOfBoard(settings, user.memberRoles);
  return {
    ...lineOf(line, settings.defects),
    ...{ description, characteristic, requirement, measured, subject, customer, shipped, version, steps },
    ...{ rows: ofRows, holds, photos, capas, rigor: settings.rigor },
    ...possible(found.status, settings.rigor, { rows: ofRows, held }),
    may: {
      change: open,
      dispose: open && ofRows.some(({ state }) => state !== 'DONE'),
      sign: open && onBoard,
      board: onBoard,
      contain: open,
      show: open && order !== null && !order.internal,
    },
  };
}

async function capasOf({ db }: CallContext, ncrId: number): Promise<NcrDetail['capas']> {
  const { rows } = await sql<NcrDetail['capas'][number]>`
    select c.id, c.number, c.title, c.status from capa_ncr l join capa c on c.id = l.capa_id
    where l.ncr_id = ${ncrId} order by c.id desc
  `.execute(db);
  return rows;
}

const person = z.object({ id: z.number(), name: z.string() });
const factsSchema = z.object({
  id: z.number(),
  signatures: z.array(z.object({ by: person, at: z.string(), approves: z.boolean(), note: z.string() })),
  answeredBy: z.string(),
  remadeIn: z.array(z.number()),
});

/** Rows with names, and with the lots that builds have made for them since. */
async function rowsShown({ db }: CallContext, ncrId: number): Promise<NcrRow[]> {
  const [rows, { rows: facts }] = await Promise.all([
    rowsOf({ db }, ncrId),
    sql`
      select r.id, coalesce((select jsonb_agg(jsonb_build_object('by', jsonb_build_object('id', u.id,
            'name', trim(u.first_name || ' ' || u.last_name)), 'at', s.signed_at, 'approves', s.approves, 'note', s.note) order by s.signed_at)
          from ncr_signature s join app_user u on u.id = s.user_id where s.row_id = r.id), '[]') as signatures,
        coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u
          where u.id = (r.concession ->> 'userId')::bigint), '') as "answeredBy",
        array(select distinct made.lot_id from lot_remake made where made.move_id = any(r.move_ids) order by 1) as "remadeIn"
      from ncr_row r where r.ncr_id = ${ncrId}
    `.execute(db),
  ]);
  const known = z.array(factsSchema).parse(facts);
  return rows.map(({ moveIds: _moves, concession, signatures: _own, lotIds, ...row }) => {
    const more = known.find(({ id }) => id === row.id);
    return {
      ...row,
      signatures: more?.signatures ?? [],
      concession: concession && answered(concession, more?.answeredBy ?? ''),
      lotIds: [...lotIds, ...(more?.remadeIn ?? [])],
    };
  });
}

const answered = ({ at, accepts, note }: Concession, by: string) => ({ by, at, accepts, note });

const holdSchema = z.object({
  id: z.number(),
  lotId: z.number().nullable(),
  machine: person.nullable(),
  batch: z.string(),
  by: z.string(),
  at: z.date(),
  releasedBy: z.string(),
  releasedAt: z.date().nullable(),
});

async function holdsOf({ db, user }: CallContext, ncrId: number): Promise<NcrDetail['holds']> {
  const { rows } = await sql`
    select h.id, h.lot_id as "lotId", coalesce(h.batch, '') as batch, h.held_at as at, h.released_at as "releasedAt",
      (select jsonb_build_object('id', e.id, 'name', e.display_name) from equipment e where e.id = h.equipment_id) as machine,
      coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = h.held_by), '') as by,
      coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = h.released_by), '') as "releasedBy"
    from ncr_hold h where h.ncr_id = ${ncrId} and (${user.cleared} or h.lot_id is null or not exists (
      select from lot l join rfq_order o on o.id = l.order_id where l.id = h.lot_id and ${orderIsControlled}))
    order by h.released_at is not null, h.id
  `.execute(db);
  return z
    .array(holdSchema)
    .parse(rows)
    .map(({ at, releasedBy, releasedAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      released: releasedAt && { by: releasedBy, at: releasedAt.toISOString() },
    }));
}

const photoSchema = z.object({
  id: z.number(),
  caption: z.string(),
  marks: z.array(ncrMarkSchema),
  by: z.string(),
  at: z.date(),
  file: z.object({ id: z.number(), fileName: z.string(), size: z.number(), controlled: z.boolean() }),
});

/** Photos of one that the caller, or its customer, may see. */
export async function photosOf(
  { db, get }: Pick<CallContext, 'db' | 'get'>,
  ncrId: number,
): Promise<NcrDetail['photos']> {
  const { rows } = await sql`
    select p.id, p.caption, p.marks, p.created_at as at,
      coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = p.user_id), '') as by,
      jsonb_build_object('id', s.id, 'fileName', s.file_name, 'size', s.size, 'controlled', s.controlled) as file
    from ncr_photo p join stored_file s on s.id = p.file_id where p.ncr_id = ${ncrId} order by p.id
  `.execute(db);
  const files = get(storedFiles);
  return z
    .array(photoSchema)
    .parse(rows)
    .map(({ file, at, ...photo }) => ({ ...photo, at: at.toISOString(), file: files.dto(file) }));
}
