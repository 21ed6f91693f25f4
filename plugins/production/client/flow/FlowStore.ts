import type { CallResult } from '@sinter/sdk/contract/call';
import { readFlow } from '@sinter/sdk/contract/production/flow';
import { lotChanged } from '@sinter/sdk/contract/production/lots';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

export type Flow = CallResult<typeof readFlow>;
export type FlowStep = Flow['steps'][number];

const first = { process: '', customer: '', priority: '' };
export type FlowFilters = typeof first;
export interface FlowQuery {
  processId?: number;
  companyId?: number;
  priorityId?: number;
}
interface Found {
  rows: readonly FlowStep[];
  total: number;
  choices: Flow['choices'];
}

/** Where all work stands. The address names what it is narrowed to. */
export class FlowStore {
  /** What is open beside the board. */
  beside: { step: string; what: 'lots' | 'limit' } | null = null;
  readonly list: List<FlowStep, FlowFilters, Found>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log'>) {
    this.list = new List<FlowStep, FlowFilters, Found>(host, {
      filters: textFilters(first),
      keyOf: ({ key }) => key,
      page: async ({ filters }, signal) => {
        const query = queryOf(filters);
        const { steps, choices } = await host.api.call(readFlow, { query }, { signal });
        return { rows: steps, total: steps.length, choices };
      },
      failed: 'the production flow could not be loaded',
      refreshOn: [on(lotChanged)],
      settleMs: 800,
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.list.start();
  }

  get narrow(): FlowQuery {
    return queryOf(this.list.filters);
  }

  open(beside: FlowStore['beside']): void {
    this.beside = beside;
  }

  /** Of the pieces that begin, how many come through all steps that counted any; `null` where none did. */
  get yield(): number | null {
    const known = this.list.rows.flatMap((step) => step.yield ?? []);
    return known.length === 0 ? null : known.reduce((all, each) => all * each, 1);
  }

  /** Of all steps that are shown. */
  get sums(): { lots: number; pieces: number; late: number; held: number; throughput: number } {
    const sum = (of: (step: FlowStep) => number) => this.list.rows.reduce((all, step) => all + of(step), 0);
    return {
      lots: sum(({ lots }) => lots),
      pieces: sum(({ pieces }) => pieces),
      late: sum(({ late }) => late),
      held: sum(({ held }) => held),
      // What has left the last step is done.
      throughput: this.list.rows.at(-1)?.throughput ?? 0,
    };
  }
}

const queryOf = (filters: FlowFilters): FlowQuery => ({
  ...idIn('processId', filters.process),
  ...idIn('companyId', filters.customer),
  ...idIn('priorityId', filters.priority),
});

const idIn = <Name extends string>(name: Name, text: string): Partial<Record<Name, number>> => {
  const id = Number(text);
  const given: Partial<Record<Name, number>> = {};
  if (Number.isSafeInteger(id) && id > 0) given[name] = id;
  return given;
};
