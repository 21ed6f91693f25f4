import { remadeSchema, type Remade } from '@sinter/sdk/contract/production/remade';
import type { Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { numberOfLot } from '../floor/number.ts';
import { keyOf } from './copies.ts';

type Db = Kysely<Tables>;

/**
 * Each share of a row of the ledger that a lot makes again, with the objects that it stands for: those of the row in their
 * order, the earliest lots first. Over `m`, the row, and `made`, the share.
 */
const objectsOfShare = sql`(
  select coalesce(array_agg(numbered.copy order by numbered.copy), '{}') from (
    select each.copy, row_number() over (order by each.copy) as place from lot_move_object each where each.move_id = m.id
  ) numbered, (
    select coalesce(sum(other.quantity), 0) as count from lot_remake other join lot maker on maker.id = other.lot_id
    where other.move_id = m.id and other.lot_id < made.lot_id and maker.state <> 'CANCELLED'
  ) before
  where numbered.place > before.count and numbered.place <= before.count + made.quantity)`;

const linkSchema = remadeSchema.extend({ fromLotId: z.number(), toLotId: z.number(), toNumber: z.string() });
export type RemakeLink = z.infer<typeof linkSchema>;

/** Pieces that these lots lost and others make again, or that they make again themselves; `lotId` is the one that lost them. */
export async function remakesOfLots(db: Db, lotIds: readonly number[]): Promise<RemakeLink[]> {
  const { rows } = await sql`
    select m.lot_id as "lotId", m.lot_id as "fromLotId", made.lot_id as "toLotId", made.quantity, m.reason,
      ${numberOfLot} as number, (select ${numberOfLot} from lot l where l.id = made.lot_id) as "toNumber",
      coalesce(j.job_name, '') as "jobName", ${objectsOfShare} as objects
    from (
      select move_id, lot_id, quantity from lot_remake where lot_id = any(${[...lotIds]}::bigint[])
      union
      select made.move_id, made.lot_id, made.quantity from lot_move lost join lot_remake made on made.move_id = lost.id
      where lost.lot_id = any(${[...lotIds]}::bigint[])
    ) made join lot_move m on m.id = made.move_id join lot l on l.id = m.lot_id left join job j on j.id = l.job_id
    order by made.lot_id, m.id
  `.execute(db);
  return z.array(linkSchema).parse(rows);
}

interface Maker {
  lotId: number;
  number: string;
}

/** By object of a build, the lot that makes it again. */
export async function makersOf(db: Db, jobId: number): Promise<Map<string, Maker>> {
  const { rows } = await sql<Maker & { orderFileId: number; objects: number[] }>`
    select l.order_file_id as "orderFileId", made.lot_id as "lotId", ${objectsOfShare} as objects,
      (select ${numberOfLot} from lot l where l.id = made.lot_id) as number
    from lot l join lot_move m on m.lot_id = l.id join lot_remake made on made.move_id = m.id
      join lot maker on maker.id = made.lot_id
    where l.job_id = ${jobId} and l.job_file_id is not null and maker.state <> 'CANCELLED'
  `.execute(db);
  return new Map(
    rows.flatMap(({ orderFileId, lotId, number, objects }) =>
      objects.map((copy) => [keyOf(orderFileId, copy), { lotId, number }] as const),
    ),
  );
}

const waitingSchema = remadeSchema.extend({ orderFileId: z.number() });

/** Pieces of these parts that are to be made again and that nothing makes yet, the oldest first. */
export async function waitingRemakes(
  db: Db,
  facilityId: number,
  orderFileIds: readonly number[],
): Promise<Map<number, Remade[]>> {
  const { rows } = await sql`
    select lost."orderFileId", lost."lotId", lost.number, lost."jobName", lost.owed as quantity, lost.reason, (
      select coalesce(array_agg(numbered.copy order by numbered.copy), '{}') from (
        select each.copy, row_number() over (order by each.copy) as place from lot_move_object each
        where each.move_id = lost.id
      ) numbered where numbered.place > lost.quantity - lost.owed) as objects
    from (
      select m.id, m.quantity, m.reason, l.id as "lotId", ${numberOfLot} as number, l.order_file_id as "orderFileId",
        coalesce(j.job_name, '') as "jobName", m.quantity - coalesce((
          select sum(made.quantity) from lot_remake made join lot maker on maker.id = made.lot_id
          where made.move_id = m.id and maker.state <> 'CANCELLED'), 0)::int as owed
      from lot l join lot_move m on m.lot_id = l.id left join job j on j.id = l.job_id
      where l.order_file_id = any(${[...orderFileIds]}::bigint[]) and l.facility_id = ${facilityId}
        and m.kind = 'SCRAP' and m.remake and m.quantity > 0
        and not exists (select from lot_move back where back.reverses = m.id)
    ) lost where lost.owed > 0 order by lost.id
  `.execute(db);
  const found = new Map<number, Remade[]>();
  for (const { orderFileId, ...remade } of z.array(waitingSchema).parse(rows)) {
    found.set(orderFileId, [...(found.get(orderFileId) ?? []), remade]);
  }
  return found;
}
