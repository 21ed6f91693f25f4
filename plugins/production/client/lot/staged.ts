import * as z from 'zod';
import type { LotStep } from '@sinter/sdk/contract/production/lots';
import type { StepCheck } from '@sinter/sdk/contract/production/mes';
import { newId } from '@sinter/sdk/plugin';

const lost = { quantity: z.number(), reason: z.string() };
const answer = z.union([z.string(), z.number(), z.boolean()]);

/** What a person has counted and answered at a step and not yet committed. */
export const stagedSchema = z.object({
  /** Of the commit: sent once more, it counts once. */
  eventId: z.string(),
  good: z.number(),
  scrap: z.array(z.object({ ...lost, remake: z.boolean() })),
  rework: z.array(z.object({ ...lost, toPosition: z.number() })),
  checks: z.record(z.string(), answer),
  batch: z.string(),
  /** It was sent and the answer never came: it is sent as it was, or it might count twice. */
  sent: z.object({ finish: z.boolean() }).nullable(),
});
export type Staged = z.infer<typeof stagedSchema>;
export type Scrap = Staged['scrap'][number];
export type Rework = Staged['rework'][number];
export type Answer = z.infer<typeof answer>;

export const nothingStaged = (): Staged => ({
  eventId: newId(),
  good: 0,
  scrap: [],
  rework: [],
  checks: {},
  batch: '',
  sent: null,
});

export const isEmpty = ({ good, scrap, rework, checks, batch }: Staged): boolean =>
  good === 0 && scrap.length + rework.length + Object.keys(checks).length === 0 && batch === '';

/** Pieces that something is said about. */
export const counted = ({ good, scrap, rework }: Pick<Staged, 'good' | 'scrap' | 'rework'>): number =>
  [...scrap, ...rework].reduce((sum, { quantity }) => sum + quantity, good);

/** What keeps it from being committed: a key of the texts. `null`: nothing. */
export function flawOf(staged: Staged, step: Pick<LotStep, 'open'>): string | null {
  if ([...staged.scrap, ...staged.rework].some(({ reason }) => reason.trim() === '')) return 'count.reasonMissing';
  if ([...staged.scrap, ...staged.rework].some(({ quantity }) => quantity < 1)) return 'count.quantityMissing';
  return counted(staged) > step.open ? 'count.tooMany' : null;
}

/** With this committed, the step has nothing left to count or to answer. */
export const endsStep = (staged: Staged, { open, checks }: Pick<LotStep, 'open' | 'checks'>): boolean =>
  counted(staged) === open &&
  checks.every(({ key, required, value }) => !required || value !== null || staged.checks[key] !== undefined);

/** Whether an answer passes; `null` where there is nothing to judge. As the server judges it. */
export function passes({ kind, lowest, highest }: StepCheck, value: Answer | null | undefined): boolean | null {
  if (kind === 'PASS_FAIL' && typeof value === 'boolean') return value;
  if (kind !== 'MEASUREMENT' || typeof value !== 'number' || (lowest === null && highest === null)) return null;
  return (lowest === null || value >= lowest) && (highest === null || value <= highest);
}
