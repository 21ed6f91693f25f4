import { projectChanged } from '@sinter/sdk/contract/projects/events';
import { searchProjects, type ProjectRow } from '@sinter/sdk/contract/projects/projects';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';
import { projectSearch, firstFilters, type ProjectFilters } from '../../shared/projectSearch.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log'>;

/** The person's projects. */
export class ProjectsStore {
  creating = false;
  /** The project that was begun here. */
  made: number | null = null;
  readonly list: List<ProjectRow, ProjectFilters>;

  constructor(host: Host) {
    this.list = new List<ProjectRow, ProjectFilters>(host, {
      filters: textFilters(firstFilters, { state: 'ALL', mine: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const input = { query: { page, size }, body: projectSearch(filters) };
        const { projects, totalCount, moreThanTotal } = await host.api.call(searchProjects, input, { signal });
        return { rows: projects, total: totalCount, more: moreThanTotal };
      },
      failed: 'projects could not be loaded',
      refreshOn: [on(projectChanged)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.list.start();
  }

  create(creating: boolean): void {
    this.creating = creating;
  }

  goTo(made: number): void {
    this.made = made;
  }
}
