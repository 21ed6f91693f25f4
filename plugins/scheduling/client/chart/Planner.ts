import type { ChartStore } from './ChartStore.ts';
import { Cursor } from './Cursor.ts';
import { EditStore } from './EditStore.ts';

/** A chart, where the keyboard stands on it, and what is being changed there. */
export class Planner {
  readonly cursor: Cursor;
  readonly edit: EditStore;

  constructor(readonly chart: ChartStore) {
    this.cursor = new Cursor(chart);
    this.edit = new EditStore(chart, this.cursor);
  }
}
