import { CallError } from '@sinter/sdk/contract';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { post } from '../floor/moves.ts';
import type { Lot, Step } from '../floor/types.ts';
import { linkRemakes } from '../remakes.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { copiesOfJobs, marksOfJobs, type Standing } from './build.ts';
import { keyOf } from './copies.ts';
import { keepMarks, type NewMark } from './mark.ts';

/** Rows that follow from how a build ended are nobody's. */
export const theBuild = { userId: null, device: '' };

const scrapSchema = z.object({
  id: z.number(),
  lotId: z.number(),
  quantity: z.number(),
  reason: z.string(),
  copies: z.array(z.number()),
});
type Scrap = z.infer<typeof scrapSchema>;

/** What is known of builds that have just ended, or whose end is put right. */
export interface Outcome {
  /** By job and part. */
  copies: ReadonlyMap<string, ReadonlySet<number>>;
  marks: readonly Standing[];
  /** Rows that scrapped pieces of their builds and still hold. */
  scrap: readonly Scrap[];
}

export async function outcomeOf(
  unit: Work,
  ended: readonly { jobId: number; lotIds: readonly number[] }[],
): Promise<Outcome> {
  if (ended.length === 0) return { copies: new Map(), marks: [], scrap: [] };
  const jobIds = [...new Set(ended.map(({ jobId }) => jobId))];
  const lotIds = ended.flatMap((each) => each.lotIds);
  const { rows } = await sql`
    select m.id, m.lot_id as "lotId", m.quantity, m.reason,
      array(select o.copy from lot_move_object o where o.move_id = m.id order by o.copy) as copies
    from lot_move m join lot_step s on s.lot_id = m.lot_id and s.position = m.position and s.kind = 'PRINT'
    where m.lot_id = any(${lotIds}::bigint[]) and m.kind = 'SCRAP' and m.quantity > 0
      and not exists (select from lot_move back where back.reverses = m.id)
    order by m.id
  `.execute(unit.db);
  return {
    copies: await copiesOfJobs(unit.db, jobIds),
    marks: await marksOfJobs(unit.db, jobIds),
    scrap: z.array(scrapSchema).parse(rows),
  };
}

interface Ended {
  jobId: number;
  orderFileId: number;
  quantity: number;
  completed: number;
}

interface Failed {
  reason: string;
  copies: number[];
}

interface Ending {
  built: Ended;
  ways: readonly { lot: Lot; step: Step; to: { scrap: number } }[];
}

/** The objects that failed, by the lot that has lost them. What a lot has lost already stays there. */
export async function failedObjects(
  unit: Work,
  { built, ways }: Ending,
  outcome: Outcome,
): Promise<Map<number, Failed[]>> {
  // It stood there before: somebody puts it right.
  const corrects = ways.some(({ step }) => step.good + step.scrap > 0);
  const failed = await endedObjects(unit, built, corrects, outcome);
  const left = new Map(failed.flatMap(({ reason, copies }) => copies.map((copy) => [copy, reason])));
  const lost = new Map(ways.map(({ lot }) => [lot.id, [] as { copy: number; reason: string }[]]));
  const give = ({ lot, to }: Ending['ways'][number], copy: number, reason: string) => {
    const own = lost.get(lot.id) ?? [];
    if (own.length >= to.scrap || left.get(copy) !== reason) return;
    own.push({ copy, reason });
    left.delete(copy);
  };
  for (const way of ways) {
    for (const { lotId, copies, reason } of outcome.scrap) {
      if (lotId === way.lot.id) copies.forEach((copy) => give(way, copy, reason));
    }
  }
  for (const way of ways) for (const [copy, reason] of [...left]) give(way, copy, reason);
  return new Map([...lost].map(([lotId, own]) => [lotId, groupsOf(own)]));
}

/**
 * The objects of a part that failed, by reason, where its build ended with so many good ones. Counts and marks say the
 * same: what is not marked is what they leave. Throws CONFLICT where they contradict each other; a correction takes such
 * marks back.
 */
async function endedObjects(
  unit: Work,
  { jobId, orderFileId, quantity, completed }: Ended,
  corrects: boolean,
  { copies, marks }: Outcome,
): Promise<Failed[]> {
  const built = copies.get(keyOf(jobId, orderFileId)) ?? new Set();
  const marked = marks.filter(
    (mark) => mark.jobId === jobId && mark.orderFileId === orderFileId && mark.outcome !== null && built.has(mark.copy),
  );
  if (marked.length === 0) return [];
  const failed = marked.filter(({ outcome }) => outcome === 'FAILED');
  const [least, most] = [marked.length - failed.length, quantity - failed.length];
  const end = (rows: readonly NewMark[]) => keepMarks(unit, jobId, rows, { ...theBuild, source: 'END' });
  // What was made beyond the plan is on no plate.
  if (completed < least || (completed > most && !(failed.length === 0 && completed > quantity))) {
    if (!corrects) throw new CallError('CONFLICT', say('marksSay', { least, most }));
    await end(marked.map(({ copy }) => ({ orderFileId, copy, outcome: null, reason: '' })));
    return [];
  }
  const unmarked = [...built].filter((copy) => !marked.some((mark) => mark.copy === copy));
  const rest = completed >= most ? 'GOOD' : completed === least ? 'FAILED' : null;
  if (rest && unmarked.length > 0) {
    await end(unmarked.map((copy) => ({ orderFileId, copy, outcome: rest, reason: '' })));
  }
  return groupsOf([...failed, ...(rest === 'FAILED' ? unmarked.map((copy) => ({ copy, reason: '' })) : [])]);
}

function groupsOf(failed: readonly { copy: number; reason: string }[]): Failed[] {
  const groups = new Map<string, number[]>();
  for (const { reason, copy } of failed) groups.set(reason, [...(groups.get(reason) ?? []), copy]);
  return [...groups].map(([reason, copies]) => ({ reason, copies }));
}

interface Scrapping {
  lot: Lot;
  step: Step;
  /** In all, from now on. */
  scrap: number;
  failed: readonly Failed[];
}

/**
 * Brings the scrap of a build to what failed. Rows that still hold stay, so that what is made again already stays tied to
 * them; the others are taken back.
 */
export async function postScrap(unit: Work, { lot, step, scrap, failed }: Scrapping, outcome: Outcome): Promise<void> {
  const { position } = step;
  const reasons = new Map(failed.flatMap(({ reason, copies }) => copies.map((copy) => [copy, reason])));
  const held = new Set<number>();
  let counted = scrap - reasons.size;
  let present = step.scrap;
  const reversed: Scrap[] = [];
  for (const row of outcome.scrap.filter(({ lotId }) => lotId === lot.id)) {
    const holds =
      row.copies.length > 0 ? row.copies.every((copy) => reasons.get(copy) === row.reason) : row.quantity <= counted;
    if (!holds) reversed.push(row);
    else if (row.copies.length === 0) counted -= row.quantity;
    else row.copies.forEach((copy) => held.add(copy));
  }
  for (const { id, quantity, reason } of reversed) {
    present -= quantity;
    await post({ unit, lot, by: theBuild }, { position, kind: 'SCRAP', quantity: -quantity, reason, reverses: id });
  }
  for (const { reason, copies } of failed) {
    const fresh = copies.filter((copy) => !held.has(copy));
    if (fresh.length === 0) continue;
    present += fresh.length;
    const move = { position, kind: 'SCRAP' as const, quantity: fresh.length, reason, remake: true };
    const moveId = await post({ unit, lot, by: theBuild }, move);
    await productionDb(unit)
      .insertInto('lot_move_object')
      .values(fresh.map((copy) => ({ move_id: moveId, copy })))
      .execute();
  }
  if (present !== scrap) {
    await post({ unit, lot, by: theBuild }, { position, kind: 'SCRAP', quantity: scrap - present, remake: true });
  }
  await relink(unit, lot, reversed);
}

/** What is made again instead of rows that were taken back is so instead of those that took their place. */
async function relink(unit: Work, { orderFileId, facilityId }: Lot, reversed: readonly Scrap[]): Promise<void> {
  if (reversed.length === 0) return;
  const { rows } = await sql<{ lotId: number; quantity: number }>`
    delete from lot_remake where move_id = any(${reversed.map(({ id }) => id)}::bigint[])
    returning lot_id as "lotId", quantity
  `.execute(unit.db);
  for (const { lotId, quantity } of rows) await linkRemakes(unit, { id: lotId, orderFileId, facilityId, quantity });
}
