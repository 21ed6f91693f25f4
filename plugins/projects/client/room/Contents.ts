import { projectChanged } from '@sinter/sdk/contract/projects/events';
import type { Dispose } from '@sinter/sdk/plugin';
import { Action, on } from '@sinter/sdk/state';
import { List, textFilters, type Found } from '@sinter/sdk/state/lists';
import type { ProjectStore } from './ProjectStore.ts';

interface ContentsOptions<Row> {
  page: (query: { page: number; size: number }, signal: AbortSignal) => Promise<Found<Row>>;
  take: (row: Row) => Promise<unknown>;
  putBack: (row: Row) => Promise<unknown>;
  /** What is said of a row that was taken out. */
  taken: (row: Row) => string;
  failed: string;
}

/** Pages of what lies in a project, and taking something out of it, which can be undone. */
export class Contents<Row extends { id: number }> {
  readonly list: List<Row, Record<string, string>>;
  readonly taking: Action<[Row], unknown>;

  constructor({ host, id, undo }: ProjectStore, { page, take, putBack, taken, failed }: ContentsOptions<Row>) {
    this.list = new List<Row, Record<string, string>>(host, {
      filters: textFilters({}),
      keyOf: (row) => row.id,
      page: (wanted, signal) => page({ page: wanted.page, size: wanted.size }, signal),
      failed,
      refreshOn: [on(projectChanged, ({ projectId }) => projectId === id)],
      outsideAddress: true,
    });
    this.taking = new Action(host, {
      run: take,
      onDone: (_, row) => {
        this.list.refresh();
        undo.offer({ text: taken(row), putBack: () => putBack(row) });
      },
      failed: 'something could not be taken out of a project',
      toast: true,
    });
  }

  start(): Dispose {
    return this.list.start();
  }
}
