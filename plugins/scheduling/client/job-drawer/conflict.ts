import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { Locks } from './rules.ts';
import { sayingOf } from './jobValues.ts';
import type { JobValues } from './jobValues.ts';

export type Side = 'mine' | 'theirs';

/** Fields of a job that belong together when two people have changed it. */
export const conflictFields = {
  jobName: ['jobName'],
  files: ['files'],
  equipmentDTO: ['equipmentDTO'],
  materialDTO: ['materialDTO'],
  materialQuantityUsed: ['materialQuantityUsed', 'materialUnit'],
  secondaryMaterials: ['secondaryMaterials'],
  supportMaterial: ['supportMaterial'],
  estimatedTime: ['estimatedTime'],
  simulationSoftwareDTO: ['simulationSoftwareDTO'],
  fromDate: ['fromDate'],
  toDate: ['toDate'],
  actualTime: ['actualTime'],
  buildPlateUtilization: ['buildPlateUtilization'],
  priorityDTO: ['priorityDTO'],
  jobNotes: ['jobNotes'],
  jobFiles: ['jobFiles'],
} as const satisfies Record<string, readonly (keyof JobValues)[]>;
export type ConflictField = keyof typeof conflictFields;

export interface Difference {
  field: ConflictField;
  side: Side;
  /** The job's present status no longer allows another value than theirs. */
  locked: boolean;
}

const isField = (name: string): name is ConflictField => name in conflictFields;
const same = (a: JobValues, b: JobValues, field: ConflictField): boolean =>
  conflictFields[field].every((name) => sayingOf(a, name) === sayingOf(b, name));

const lockOf: Partial<Record<ConflictField, keyof Pick<Locks, 'machine' | 'start' | 'parts'>>> = {
  ...{ files: 'parts', equipmentDTO: 'machine', materialDTO: 'machine', secondaryMaterials: 'machine' },
  ...{ supportMaterial: 'machine', fromDate: 'start' },
};

/**
 * Where two versions differ. What only the other person changed comes in with theirs, what this one changed stays, and
 * either can be chosen.
 */
export function differences(base: JobValues, mine: JobValues, theirs: JobValues, locks: Locks): Difference[] {
  return Object.keys(conflictFields)
    .filter(isField)
    .filter((field) => !same(mine, theirs, field))
    .map((field) => {
      const lock = lockOf[field];
      const locked = lock !== undefined && locks[lock];
      return { field, locked, side: locked || same(mine, base, field) ? 'theirs' : 'mine' };
    });
}

/** The job as it was chosen. */
export function mixed(mine: JobValues, theirs: JobValues, chosen: readonly Difference[]): JobValues {
  const names = chosen.filter(({ side }) => side === 'theirs').flatMap(({ field }) => [...conflictFields[field]]);
  return { ...mine, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) };
}

/** Two versions of one job that is being changed. */
export interface Conflict {
  theirs: Job;
  mine: JobValues;
  theirValues: JobValues;
  differences: readonly Difference[];
}
