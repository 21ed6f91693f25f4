import { CallError } from '@sinter/sdk/contract';
import type { LotDetail, LotStep } from '@sinter/sdk/contract/production/lots';
import type { CatalogStep, StepCheck } from '@sinter/sdk/contract/production/mes';
import { jobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { checkFiles } from '../checkFiles/files.ts';
import { filesIn, withFiles } from '../checkFiles/inAnswers.ts';
import { passes } from '../answers.ts';
import { remakesOfLots } from '../outcome/lineage.ts';
import { workplansOf } from '../workplan/workplan.ts';
import { allowedEvents } from '../../shared/steps/allowed.ts';
import { stepSchema } from './lot.ts';
import type { KeptAnswer, Lot, Step } from './types.ts';
import { numberOfLot } from './number.ts';
import { floorSettings } from './settings.ts';
import { lotColumns, lotFacts, lotJoins, lotRowSchema, partsOf, seenLots } from './rows.ts';
import { openOf } from '../../shared/steps/settle.ts';
import { isCounting } from '../../shared/steps/transitions.ts';

const detailSchema = lotRowSchema.extend({ version: z.number(), notes: z.string() });

/** Throws NOT_FOUND for a lot of another facility, or that the caller may not know of. */
export async function seenLot(context: CallContext, lotId: number) {
  const { rows } = await sql`
    select ${lotColumns(context)}, l.version, f.notes from lot l ${lotJoins} join rfq_order_file f on f.id = l.order_file_id
    where l.id = ${lotId} and ${seenLots(context)}
  `.execute(context.db);
  const [row] = z.array(detailSchema).parse(rows);
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

export async function readLotOf(context: CallContext, lotId: number): Promise<LotDetail> {
  const row = await seenLot(context, lotId);
  const { db, facilityId } = context;
  const [files, plans, steps, kin] = await Promise.all([
    partsOf(context, [row]),
    workplansOf(context, db, facilityId, [row.orderFileId]),
    stepsOf(context, lotId),
    kinOf(context, lotId),
  ]);
  const plan = plans.get(row.orderFileId)?.steps ?? [];
  const names = await namesOf(context, steps);
  const shownSteps = steps.map((step) => shown(context, { state: row.state, steps }, step, plan[step.position], names));
  const attached = await checkFiles(context, filesIn(shownSteps.flatMap(({ checks }) => checks)));
  return {
    ...lotFacts(context, row, files.get(row.orderFileId)),
    notes: row.notes,
    version: row.version,
    steps: shownSteps.map((step) => ({ ...step, checks: withFiles(step.checks, attached) })),
    ...kin,
    job: await jobOf(context, row.jobId, steps),
  };
}

async function stepsOf({ db }: CallContext, lotId: number): Promise<Step[]> {
  const { rows } = await sql`
    select lot_id as "lotId", position, step, name, kind, work_center as "workCenter", status, held_from as "heldFrom",
      joined, received, good, scrap, rework, moved, answers, started_at as "startedAt", started_by as "startedBy",
      finished_at as "finishedAt", since
    from lot_step where lot_id = ${lotId} order by position
  `.execute(db);
  return z.array(stepSchema).parse(rows);
}

type Names = ReadonlyMap<number, string>;

/** Who started and answered. */
async function namesOf({ db }: CallContext, steps: readonly Step[]): Promise<Names> {
  const ids = steps.flatMap(({ startedBy, answers }) => [startedBy ?? [], answers.map(({ by }) => by)].flat());
  const { rows } = await sql<{ id: number; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from app_user where id = any(${[...new Set(ids)]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function shown(
  { user }: CallContext,
  lot: Pick<Lot, 'state' | 'steps'>,
  step: Step,
  asked: CatalogStep | undefined,
  names: Names,
): LotStep {
  const skips = asked?.optional || user.permissions.includes('MES_SETTINGS_EDITOR');
  const { position, name, kind, workCenter, status, received, good, scrap, rework, moved } = step;
  return {
    position,
    key: step.step,
    name,
    kind,
    workCenter,
    optional: asked?.optional ?? false,
    asksBatch: asked?.asksBatch ?? false,
    instructions: asked?.instructions ?? '',
    status,
    received,
    good,
    scrap,
    rework,
    moved,
    open: openOf(step),
    startedAt: step.startedAt?.toISOString() ?? null,
    startedBy: step.startedBy === null ? '' : (names.get(step.startedBy) ?? ''),
    finishedAt: step.finishedAt?.toISOString() ?? null,
    checks: (asked?.checks ?? []).map((check) =>
      answered(
        check,
        step.answers.find(({ key }) => key === check.key),
        names,
      ),
    ),
    allowed: allowedEvents(lot, step).filter((event) => event !== 'SKIP' || skips),
    counts: lot.state === 'OPEN' && kind !== 'PRINT' && isCounting(status) && openOf(step) > 0,
  };
}

const answered = (check: StepCheck, answer: KeptAnswer | undefined, names: Names): LotStep['checks'][number] => ({
  ...check,
  value: answer?.value ?? null,
  passed: answer ? passes(check, answer.value) : null,
  by: answer ? (names.get(answer.by) ?? '') : '',
  at: answer?.at ?? null,
  file: null,
});

async function kinOf({ db }: CallContext, lotId: number): Promise<Pick<LotDetail, 'from' | 'to'>> {
  const { rows } = await sql<{
    from: boolean;
    lotId: number;
    number: string;
    how: 'SPLIT' | 'MERGE' | 'REWORK';
    quantity: number;
  }>`
    select kin.*, ${numberOfLot} as number from (
      select true as "from", parent_id as "lotId", how, quantity from lot_parent where lot_id = ${lotId}
      union all select false, lot_id, how, quantity from lot_parent where parent_id = ${lotId}
    ) kin join lot l on l.id = kin."lotId" order by l.id
  `.execute(db);
  const remakes = await remakesOfLots(db, [lotId]);
  const told = (from: boolean): LotDetail['from'] => [
    ...rows
      .filter((row) => row.from === from)
      .map(({ from: _from, ...kin }) => ({ ...kin, jobName: '', reason: '', objects: [] })),
    ...remakes
      .filter(({ fromLotId, toLotId }) => (from ? toLotId : fromLotId) === lotId)
      .map(({ fromLotId, toLotId, number, toNumber, quantity, jobName, reason, objects }) => ({
        ...(from ? { lotId: fromLotId, number } : { lotId: toLotId, number: toNumber }),
        how: 'REMAKE' as const,
        ...{ quantity, jobName, reason, objects },
      })),
  ];
  return { from: told(true), to: told(false) };
}

/** The build while its pieces are not counted yet. */
async function jobOf(context: CallContext, jobId: number | null, steps: readonly Step[]): Promise<LotDetail['job']> {
  const [first] = steps;
  if (jobId === null || first?.kind !== 'PRINT' || first.status === 'COMPLETED') return null;
  const stands = await context.get(jobWork).stands(context.db, jobId);
  if (!stands) return null;
  const { overproduction } = await floorSettings(context, context.db, context.facilityId);
  const { rows } = await sql<{ orderFileId: number; quantity: number; most: number; lotId: number }>`
    select f.id as "orderFileId", built.quantity,
      built.quantity + least(greatest(f.quantity + f.remake_quantity - f.scheduled + extra, 0), extra) as most,
      (select min(l.id) from lot l where l.job_file_id = built.id) as "lotId"
    from job_file built join rfq_order_file f on f.id = built.order_file_id
      cross join lateral (select f.quantity * ${overproduction}::int / 100 as extra) allowed
    where built.job_id = ${jobId} and exists (select from lot l where l.job_file_id = built.id) order by built.id
  `.execute(context.db);
  const files = await partsOf(context, rows);
  return {
    id: jobId,
    ...stands,
    parts: rows.map((row) => ({ ...row, part: files.get(row.orderFileId)?.originalFileDTO.fileName ?? '' })),
  };
}
