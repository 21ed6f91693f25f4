import { CallError } from '@sinter/sdk/contract';
import { buildMarked, type MarkSource, type ObjectMark, type Outcome } from '@sinter/sdk/contract/production/outcome';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { copiesOfJobs, marksOfJobs, type Build } from './build.ts';
import { keyOf } from './copies.ts';

/** Who marks. `userId` `null`: a machine, or the end of the build. */
export interface Marker {
  userId: number | null;
  device: string;
  source: MarkSource;
}

export interface NewMark {
  orderFileId: number;
  copy: number;
  outcome: Outcome | null;
  reason: string;
}

interface Marking {
  by: Marker;
  marks: readonly ObjectMark[];
  /** The version that the person saw; `null`: what others have marked stays as it is. */
  seen: number | null;
}

/**
 * Marks objects of a locked build; answers how many. Throws TRANSITION_REFUSED, NOT_FOUND, INVALID_INPUT, or CHANGED where
 * somebody marked one of them otherwise after what the person saw.
 */
export async function mark(unit: Work, build: Build, { by, marks, seen }: Marking): Promise<number> {
  requireRunning(build);
  const wanted = wantedOf(marks);
  const copies = await copiesOfJobs(unit.db, [build.jobId]);
  const isBuilt = ({ orderFileId, copy }: NewMark) => copies.get(keyOf(build.jobId, orderFileId))?.has(copy);
  if (!wanted.every(isBuilt)) throw new CallError('NOT_FOUND');
  const present = new Map(
    (await marksOfJobs(unit.db, [build.jobId])).map((each) => [keyOf(each.orderFileId, each.copy), each]),
  );
  const fresh = wanted.filter(({ orderFileId, copy, outcome, reason }) => {
    const before = present.get(keyOf(orderFileId, copy));
    if ((before?.outcome ?? null) === outcome && (outcome === null || before?.reason === reason)) return false;
    if (seen === null) return (before?.outcome ?? null) === null;
    if (before && before.id > seen) throw new CallError('CHANGED', say('objectChanged', { number: copy + 1 }));
    return true;
  });
  await keepMarks(unit, build.jobId, fresh, by);
  if (fresh.length > 0) await tellMarked(unit, build);
  return fresh.length;
}

function requireRunning({ status }: Build): void {
  if (status === 'IN_PROGRESS' || status === 'PAUSED') return;
  throw new CallError('TRANSITION_REFUSED', say('markNotNow'), { from: status, event: 'MARK', allowed: [] });
}

function wantedOf(marks: readonly ObjectMark[]): NewMark[] {
  const wanted = new Map<string, NewMark>();
  for (const [index, { orderFileId, copies, outcome, reason }] of marks.entries()) {
    if (outcome === 'FAILED' && reason === '') {
      throw new CallError('INVALID_INPUT', undefined, { fields: { [`marks.${index}.reason`]: say('failedWhy') } });
    }
    for (const copy of copies) {
      const key = keyOf(orderFileId, copy);
      if (wanted.has(key)) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { [`marks.${index}.copies`]: say('objectTwice') } });
      }
      wanted.set(key, { orderFileId, copy, outcome, reason: outcome === 'FAILED' ? reason : '' });
    }
  }
  return [...wanted.values()];
}

/** Adds rows, and asks nothing. */
export async function keepMarks(unit: Work, jobId: number, marks: readonly NewMark[], by: Marker): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into object_mark (job_id, order_file_id, copy, outcome, reason, source, user_id, device)
    select ${jobId}, (mark->>'orderFileId')::bigint, (mark->>'copy')::int, mark->>'outcome', mark->>'reason', ${by.source},
      ${by.userId}, ${by.device}
    from jsonb_array_elements(${JSON.stringify(marks)}::jsonb) as mark
  `.execute(unit.db);
}

const tellMarked = (unit: Work, { jobId, facilityId, controlled }: Build): Promise<void> =>
  unit.emit(buildMarked, { jobId }, { facilityIds: [facilityId], controlled });

/** True when this request was carried out before; remembers it otherwise. */
export async function wasMarked(unit: Work, { jobId, facilityId }: Build, eventId: string): Promise<boolean> {
  const row = await productionDb(unit)
    .insertInto('build_event')
    .values({ event_id: eventId, facility_id: facilityId, job_id: jobId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row === undefined;
}
