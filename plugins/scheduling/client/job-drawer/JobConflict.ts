import { makeStore } from '@sinter/sdk/state';
import type { Conflict, ConflictField, Side } from './conflict.ts';

/** Two versions of a job, while somebody chooses between them field by field. */
export class JobConflict {
  shown: Conflict | null = null;

  constructor() {
    makeStore(this);
  }

  show(conflict: Conflict | null): void {
    this.shown = conflict;
  }

  choose(field: ConflictField, side: Side): void {
    if (!this.shown) return;
    const { differences: rows, ...rest } = this.shown;
    const next = rows.map((row) => (row.field === field && !row.locked ? { ...row, side } : row));
    this.shown = { ...rest, differences: next };
  }

  chooseAll(side: Side): void {
    for (const { field } of this.shown?.differences ?? []) this.choose(field, side);
  }
}
