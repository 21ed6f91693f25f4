import {
  acknowledgeAlarm,
  clearPlate,
  machinesReported,
  machineStateChanged,
  readWall,
  type LiveMachine,
} from '@sinter/sdk/contract/connectivity/machines';
import { machineStateSchema } from '@sinter/sdk/contract/connectivity/states';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log'>;
type Wall = CallResult<typeof readWall>;

/**
 * `only`: a state, `NEEDS` for machines that need somebody, or empty. `machine`: the one whose history is open. `view`: `TABLE`, or tiles.
 */
const first = { only: '', q: '', machine: '', view: '' };
export type WallFilters = typeof first;
interface Found extends Pick<Wall, 'counts' | 'needSomebody' | 'mayAct'> {
  rows: readonly LiveMachine[];
  total: number;
}

/** All machines as they are now. They tell by events when something is new; nothing is asked without one. */
export class WallStore {
  /** The machine whose print gets a job. */
  linking: LiveMachine | null = null;
  readonly list: List<LiveMachine, WallFilters, Found>;
  readonly acting: Action<['acknowledge' | 'clear', LiveMachine], LiveMachine>;

  constructor(host: Host) {
    const { api } = host;
    this.list = new List<LiveMachine, WallFilters, Found>(host, {
      filters: textFilters(first),
      keyOf: ({ id }) => id,
      pageSize: 60,
      page: async ({ filters: { only, q }, page, size }, signal) => {
        const state = machineStateSchema.safeParse(only);
        const query = {
          ...{ q, page, size },
          ...(only === 'NEEDS' && { needsSomebody: 'true' as const }),
          ...(state.success && { state: state.data }),
        };
        const { machines, ...found } = await api.call(readWall, { query }, { signal });
        return { rows: machines, ...found };
      },
      failed: 'the machines could not be loaded',
      refreshOn: [on(machinesReported), on(machineStateChanged)],
      settleMs: 1000,
    });
    this.acting = new Action<['acknowledge' | 'clear', LiveMachine], LiveMachine>(host, {
      run: (what, { id, alarm }) =>
        what === 'acknowledge'
          ? api.call(acknowledgeAlarm, { params: { id }, body: { alarmId: alarm?.id ?? '' } })
          : api.call(clearPlate, { params: { id } }),
      onDone: () => this.list.refresh(),
      failed: 'a machine was not seen to',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.list.start();
  }

  /** Which machine's history is open; the address has it. */
  get opened(): number | null {
    const id = Number(this.list.filters.machine);
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  }

  open(id: number | null): void {
    this.list.filter({ machine: id === null ? '' : String(id) });
  }

  get isTable(): boolean {
    return this.list.filters.view === 'TABLE';
  }

  /** All machines, in the view that is shown. */
  showAll(): void {
    this.list.filter({ only: '', q: '' });
  }

  link(machine: LiveMachine | null): void {
    this.linking = machine;
  }

  linked(): void {
    this.linking = null;
    this.list.refresh();
  }
}
