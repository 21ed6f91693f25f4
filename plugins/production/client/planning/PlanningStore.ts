import type { CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { cancelNesting, finishNesting, nestingChanged } from '@sinter/sdk/contract/production/nesting';
import * as calls from '@sinter/sdk/contract/production/planning';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import type { Carried, Target } from './pieces.ts';
import { PoolStore } from './PoolStore.ts';

export type PlanningHost = Pick<PluginHost, 'api' | 'events' | 'log'>;
type Builds = CallResult<typeof calls.listPlannedBuilds>;
type Choices = CallResult<typeof calls.poolChoices>;

/** Something that is done, and what it concerns: a planned build, or where new ones are made. */
interface Deed {
  at: number | 'NEW';
  run: () => Promise<unknown>;
}
/** What is open beside the screen. */
export type Beside = { what: 'proposals' } | { what: 'edit' | 'schedule' | 'plate' | 'keep'; id: number } | null;

/** The parts that are still to schedule, and the builds that are planned of them. */
export class PlanningStore {
  readonly host: PlanningHost;
  readonly pool: PoolStore;
  readonly builds: Question<void, Builds>;
  readonly choices: Question<void, Choices>;
  /** The one whose pieces are shown. */
  readonly detail: Question<number, calls.PlannedDetail>;
  readonly acting: Action<[Deed], unknown>;
  opened: number | null = null;
  beside: Beside = null;
  /** What is being dragged, and what it is over. */
  carried: Carried | null = null;
  over: Target | null = null;
  failedAt: Deed['at'] | null = null;

  constructor(host: PlanningHost) {
    this.host = host;
    this.pool = new PoolStore(host);
    const refreshOn = [on(calls.planningChanged), on(jobChanged), on(orderChanged)];
    this.builds = new Question<void, Builds>(host, {
      ask: (_asked, signal) => host.api.call(calls.listPlannedBuilds, {}, { signal }),
      failed: 'planned builds could not be loaded',
      refreshOn: [...refreshOn, on(nestingChanged)],
    });
    this.choices = new Question<void, Choices>(host, {
      ask: (_asked, signal) => host.api.call(calls.poolChoices, {}, { signal }),
      failed: 'the choices could not be loaded',
      refreshOn,
      settleMs: 800,
      onAnswer: () => this.pool.refresh(),
    });
    this.detail = new Question<number, calls.PlannedDetail>(host, {
      ask: (id, signal) => host.api.call(calls.readPlannedBuild, { params: { id } }, { signal }),
      failed: 'a planned build could not be loaded',
      refreshOn: [...refreshOn, on(nestingChanged, ({ state }) => state !== 'WAITING')],
    });
    this.acting = new Action<[Deed], unknown>(host, {
      run: ({ run }) => run(),
      onDone: () => this.renew(),
      onFailed: () => this.renew(),
      failed: 'planned builds were not changed',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.pool.start(), this.builds.start(), this.choices.start(), this.detail.follow());
  }

  get list(): readonly calls.PlannedBuild[] {
    return this.builds.answer?.builds ?? [];
  }

  /** A nesting of the person is under way: they have one at a time. */
  get arranges(): boolean {
    return this.list.some(({ arranging }) => arranging?.mine === true && arranging.state === 'WAITING');
  }

  find(id: number): calls.PlannedBuild | null {
    return this.list.find((build) => build.id === id) ?? null;
  }

  /** Why the last deed there was refused. */
  problemAt(at: Deed['at']): string | null {
    return this.acting.problem !== null && this.failedAt === at ? this.acting.problem : null;
  }

  renew(): void {
    this.builds.refresh();
    this.choices.refresh();
    if (this.opened !== null) this.detail.refresh();
  }

  open(id: number | null): void {
    this.opened = id;
    if (id === null) this.detail.clear();
    else this.detail.ask(id);
  }

  show(beside: Beside): void {
    this.beside = beside;
  }

  carry(carried: Carried | null): void {
    this.carried = carried;
    this.over = null;
  }

  hover(target: Target | null): void {
    if (this.over !== target) this.over = target;
  }

  /** May what is carried go there? */
  takes(target: Target, carried = this.carried): boolean {
    if (!carried) return false;
    if (target === 'NEW') return true;
    if (target === 'POOL') return carried.from !== null;
    return carried.from?.id !== target && this.find(target)?.locked === false;
  }

  async drop(target: Target): Promise<void> {
    const { carried } = this;
    this.carry(null);
    if (carried && this.takes(target, carried)) await this.move(carried, target);
  }

  async move({ from, pieces }: Carried, target: Target): Promise<boolean> {
    if (pieces.length === 0) return false;
    const { api } = this.host;
    const list = [...pieces];
    const build = typeof target === 'number' ? this.find(target) : null;
    const at = typeof target === 'number' ? target : (from?.id ?? 'NEW');
    const done = await this.act(at, () => {
      if (from) {
        const params = { id: from.id };
        if (target === 'POOL') {
          const body = { version: from.version, remove: list };
          return api.call(calls.changePlannedPieces, { params, body });
        }
        const into = build && { id: build.id, version: build.version };
        return api.call(calls.movePlannedPieces, { params, body: { version: from.version, into, pieces: list } });
      }
      if (!build) return api.call(calls.planBuild, { body: { eventId: newId(), pieces: list } });
      const body = { version: build.version, add: list };
      return api.call(calls.changePlannedPieces, { params: { id: build.id }, body });
    });
    if (done && !from) this.pool.chooseNone();
    return done;
  }

  async act(at: Deed['at'], run: Deed['run']): Promise<boolean> {
    if (this.acting.busy) return false;
    this.failedAt = at;
    return this.acting.run({ at, run });
  }

  merge(build: calls.PlannedBuild, into: calls.PlannedBuild): Promise<boolean> {
    const body = { version: build.version, into: { id: into.id, version: into.version } };
    return this.act(build.id, () => this.host.api.call(calls.mergePlannedBuild, { params: { id: build.id }, body }));
  }

  lock({ id, version, locked }: calls.PlannedBuild): Promise<boolean> {
    const body = { version, locked: !locked };
    return this.act(id, () => this.host.api.call(calls.lockPlannedBuild, { params: { id }, body }));
  }

  arrange({ id, version }: calls.PlannedBuild): Promise<boolean> {
    return this.act(id, () => this.host.api.call(calls.arrangePlannedBuild, { params: { id }, body: { version } }));
  }

  stopArranging({ id, arranging }: calls.PlannedBuild, how: 'cancel' | 'finish'): Promise<boolean> {
    const call = how === 'cancel' ? cancelNesting : finishNesting;
    return this.act(id, () => this.host.api.call(call, { params: { id: arranging?.nestingId ?? 0 } }));
  }

  discard({ id, version }: calls.PlannedBuild): Promise<boolean> {
    return this.act(id, () => this.host.api.call(calls.discardPlannedBuild, { params: { id }, body: { version } }));
  }

  plan({ machine, pieces }: calls.Proposal): Promise<boolean> {
    const list = pieces.map(({ orderFileId, quantity }) => ({ orderFileId, quantity }));
    const body = { eventId: newId(), equipmentId: machine.id, pieces: list };
    return this.act('NEW', () => this.host.api.call(calls.planBuild, { body }));
  }

  async undo(): Promise<void> {
    const undo = this.builds.answer?.undo;
    if (!undo) return;
    await this.act('NEW', () => this.host.api.call(calls.undoPlanning, { params: { id: undo.id } }));
  }
}
