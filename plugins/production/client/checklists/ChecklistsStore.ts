import type { CallResult } from '@sinter/sdk/contract/call';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import {
  addChecklist,
  checklistKind,
  listChecklists,
  switchChecklist,
  type ChecklistRow,
} from '@sinter/sdk/contract/production/checklists';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

export type Known = CallResult<typeof listChecklists>;

/** The checklists of a facility, and what they can be for. */
export class ChecklistsStore {
  readonly lists: Question<void, Known>;
  readonly switching: Action<[ChecklistRow], unknown>;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    const { api } = host;
    this.#host = host;
    this.lists = new Question<void, Known>(host, {
      ask: (_, signal) => api.call(listChecklists, {}, { signal }),
      failed: 'the checklists could not be read',
      refreshOn: [on(settingChanged, ({ kind }) => kind === checklistKind)],
    });
    this.switching = new Action<[ChecklistRow], unknown>(host, {
      run: ({ id, enabled }) => api.call(switchChecklist, { params: { id }, body: { enabled: !enabled } }),
      failed: 'the checklist was not switched',
      onDone: () => this.lists.refresh(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.lists.start();
  }

  /** Throws the refusal, for the form to show. */
  async add(name: string, copyOf: number | null): Promise<number> {
    const { id } = await this.#host.api.call(addChecklist, { body: { name, copyOf } });
    this.lists.refresh();
    return id;
  }
}
