import type { CallResult } from '@sinter/sdk/contract/call';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { FlagKey } from '@sinter/sdk/contract/flags';
import { readModules } from '@sinter/sdk/contract/host/modules';
import {
  listRegistryRevisions,
  previewRegistry,
  readRegistryState,
  saveRegistryState,
  type RegistryState,
} from '@sinter/sdk/contract/host/registry';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';
import { when } from 'mobx';

export type ModulesView = CallResult<typeof readModules>;
export type Module = ModulesView['modules'][number];
export type RegistryView = CallResult<typeof readRegistryState>;
export type MenuEntry = RegistryView['menu'][number];
export type MenuChange = MenuEntry['change'];
export type Revision = CallResult<typeof listRegistryRevisions>['revisions'][number];
export type Impact = CallResult<typeof previewRegistry>;

export const tabs = ['modules', 'features', 'menu', 'history', 'diagnosis'] as const;
export type Tab = (typeof tabs)[number];

/** A state that somebody is asked about before the facility gets it. */
export interface Proposal {
  kind: 'module' | 'feature' | 'restore';
  /** Name of the module or feature, or number of the revision. */
  subject: string;
  state: RegistryState;
}

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'location' | 'navigate'>;

interface Read {
  view: ModulesView;
  registry: RegistryView;
}

/** The facility's modules, features and menu, kept in step with what other administrators do. */
export class ModulesStore {
  tab: Tab;
  proposal: Proposal | null = null;
  editing: MenuEntry | null = null;
  readonly question: Question<void, Read>;
  readonly revisions: List<Revision, Record<string, never>>;
  /** What the proposal would do. */
  readonly impact: Question<RegistryState, Impact>;
  /** Gives the facility another state. `what`: the module or feature whose switch waits for it. */
  readonly switching: Action<[what: string, state: RegistryState]>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    const asked = new URLSearchParams(host.location.get().search).get('tab');
    this.tab = tabs.find((tab) => tab === asked) ?? 'modules';
    const refreshOn = [on(registryChanged)];
    this.question = new Question<void, Read>(host, {
      ask: async (_asked, signal) => {
        const [view, registry] = await Promise.all([
          api.call(readModules, {}, { signal }),
          api.call(readRegistryState, {}, { signal }),
        ]);
        return { view, registry };
      },
      failed: 'the modules could not be read',
      refreshOn,
    });
    this.revisions = new List<Revision, Record<string, never>>(host, {
      filters: textFilters({}),
      outsideAddress: true,
      keyOf: ({ revision }) => revision,
      page: async ({ page, size }, signal) => {
        const found = await api.call(listRegistryRevisions, { query: { page, size } }, { signal });
        return { rows: found.revisions, total: found.totalCount };
      },
      failed: 'the revisions could not be read',
      refreshOn,
    });
    this.impact = new Question<RegistryState, Impact>(host, {
      ask: (state, signal) => api.call(previewRegistry, { body: state }, { signal }),
      onFailed: () => (this.proposal = null),
      failed: 'the impact could not be worked out',
    });
    this.switching = new Action(host, {
      run: (_what, state) => this.#save(state),
      failed: 'the change could not be made',
    });
    makeStore(this);
  }

  get registry(): RegistryView | null {
    return this.question.answer?.registry ?? null;
  }

  get error(): unknown {
    return this.question.error ?? this.impact.error ?? this.switching.error;
  }

  /** Loads, and follows changes until disposed. */
  start(): Dispose {
    return together(this.question.start(), this.revisions.start(), this.impact.follow());
  }

  retry(): void {
    this.impact.clear();
    this.switching.forgive();
    this.question.retry();
  }

  isSwitching(...names: readonly string[]): boolean {
    return names.some((name) => name === this.switching.doing?.[0]);
  }

  showTab(tab: Tab): void {
    this.tab = tab;
    const { pathname } = this.#host.location.get();
    this.#host.navigate(tab === 'modules' ? pathname : `${pathname}?tab=${tab}`, { replace: true });
  }

  edit(entry: MenuEntry | null): void {
    this.editing = entry;
  }

  /** Turning on happens at once; turning off is asked about, with what goes away. */
  async toggleModule(module: Module): Promise<void> {
    const { registry } = this;
    if (!registry) return;
    const others = registry.state.disabledModules.filter((id) => id !== module.id);
    const disabledModules = module.enabled ? [...others, module.id] : others;
    const state = { ...registry.state, disabledModules };
    if (module.enabled) this.propose({ kind: 'module', subject: module.title, state });
    else await this.switching.run(module.id, state);
  }

  async toggleFeature(key: FlagKey, enabled: boolean, subject: string): Promise<void> {
    const { registry } = this;
    if (!registry) return;
    const state = { ...registry.state, flags: { ...registry.state.flags, [key]: enabled } };
    if (enabled) await this.switching.run(key, state);
    else this.propose({ kind: 'feature', subject, state });
  }

  restore(revision: Revision): void {
    this.propose({ kind: 'restore', subject: String(revision.revision), state: revision.state });
  }

  propose(proposal: Proposal): void {
    this.proposal = proposal;
    this.impact.clear();
    this.impact.ask(proposal.state);
  }

  async answer(yes: boolean): Promise<void> {
    const { proposal } = this;
    // Nobody agrees to what is not known yet.
    if (yes && !this.impact.answer) return;
    this.proposal = null;
    if (yes && proposal) await this.switching.run(proposal.subject, proposal.state);
  }

  /** Throws what the server says. */
  async changeEntry(entry: MenuEntry, change: MenuChange): Promise<void> {
    const { registry } = this;
    if (!registry) return;
    const { [entry.id]: _before, ...others } = registry.state.menu;
    const menu = Object.keys(change).length === 0 ? others : { ...others, [entry.id]: change };
    await this.#save({ ...registry.state, menu });
    this.edit(null);
  }

  async #save(state: RegistryState): Promise<void> {
    const revision = this.registry?.revision ?? 0;
    try {
      await this.#host.api.call(saveRegistryState, { body: { ...state, revision } });
    } catch (error) {
      // Somebody else was quicker: show what they did, so that the next try starts from there.
      if (error instanceof CallError && error.code === 'CONFLICT') await this.#readAgain();
      throw error;
    }
    await this.#readAgain();
  }

  /** Until it is read: a switch shows the new state as soon as it no longer waits. */
  #readAgain(): Promise<void> {
    this.question.retry();
    this.revisions.retry();
    return when(() => this.question.state !== 'asking');
  }
}
