import { listChecklistUses, type ChecklistUse } from '@sinter/sdk/contract/production/checklists';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';

interface Used {
  uses: readonly ChecklistUse[];
  total: number;
}

/** Where a list was used, page by page, newest first. */
export class UsesStore {
  readonly question: Question<number, Used>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.question = new Question<number, Used>(host, {
      ask: async (pages, signal) => {
        const uses: ChecklistUse[] = [];
        let total = 0;
        for (let page = 0; page < pages; page += 1) {
          const query = { offset: uses.length };
          const answer = await host.api.call(listChecklistUses, { params: { id }, query }, { signal });
          uses.push(...answer.uses);
          total = answer.total;
        }
        return { uses, total };
      },
      failed: 'the usage of a checklist could not be loaded',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start(1);
  }

  get uses(): readonly ChecklistUse[] {
    return this.question.answer?.uses ?? [];
  }

  get total(): number {
    return this.question.answer?.total ?? 0;
  }

  more(): void {
    this.question.ask((this.question.last?.asked ?? 1) + 1);
  }
}
