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
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export type ModulesView = CallResult<typeof readModules>;
export type Module = ModulesView['modules'][number];
export type RegistryView = CallResult<typeof readRegistryState>;
export type MenuEntry = RegistryView['menu'][number];
export type MenuChange = MenuEntry['change'];
export type Revision = CallResult<typeof listRegistryRevisions>['revisions'][number];
export type Impact = CallResult<typeof previewRegistry>;

export const tabs = ['modules', 'features', 'menu', 'history', 'diagnosis'] as const;
export type Tab = (typeof tabs)[number];
export const revisionsPerPage = 15;

/** A state that somebody is asked about before the facility gets it. */
export interface Proposal {
  kind: 'module' | 'feature' | 'restore';
  /** Name of the module or feature, or number of the revision. */
  subject: string;
  state: RegistryState;
  /** `null` while it is worked out. */
  impact: Impact | null;
}

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'location' | 'navigate'>;

/** The facility's modules, features and menu, kept in step with what other administrators do. */
export class ModulesStore {
  view: ModulesView | null = null;
  registry: RegistryView | null = null;
  revisions: readonly Revision[] = [];
  revisionCount = 0;
  page = 0;
  error: unknown = null;
  tab: Tab;
  /** The module or feature whose switch waits for the server. */
  switching: string | null = null;
  proposal: Proposal | null = null;
  editing: MenuEntry | null = null;

  constructor(private readonly host: Host) {
    const asked = new URLSearchParams(host.location.get().search).get('tab');
    this.tab = tabs.find((tab) => tab === asked) ?? 'modules';
    makeAutoObservable<this, 'host'>(
      this,
      {
        ...{ view: observableRef, registry: observableRef, revisions: observableRef, error: observableRef },
        ...{ proposal: observableRef, host: false },
      },
      { autoBind: true },
    );
  }

  /** Loads, and follows changes until disposed. */
  start(): Dispose {
    void this.load();
    return this.host.events.on(registryChanged, () => void this.load());
  }

  showTab(tab: Tab): void {
    this.tab = tab;
    const { pathname } = this.host.location.get();
    this.host.navigate(tab === 'modules' ? pathname : `${pathname}?tab=${tab}`, { replace: true });
  }

  showPage(page: number): void {
    this.page = page;
    void this.load();
  }

  edit(entry: MenuEntry | null): void {
    this.editing = entry;
  }

  async load(): Promise<void> {
    const { api } = this.host;
    try {
      const [view, registry, history] = await Promise.all([
        api.call(readModules, {}),
        api.call(readRegistryState, {}),
        api.call(listRegistryRevisions, { query: { page: this.page, size: revisionsPerPage } }),
      ]);
      runInAction(() => {
        this.view = view;
        this.registry = registry;
        this.revisions = history.revisions;
        this.revisionCount = history.totalCount;
        this.error = null;
      });
    } catch (error) {
      this.fail('The modules could not be read', error);
    }
  }

  /** Turning on happens at once; turning off is asked about, with what goes away. */
  async toggleModule(module: Module): Promise<void> {
    const { registry } = this;
    if (!registry) return;
    const others = registry.state.disabledModules.filter((id) => id !== module.id);
    const disabledModules = module.enabled ? [...others, module.id] : others;
    const state = { ...registry.state, disabledModules };
    if (module.enabled) await this.propose({ kind: 'module', subject: module.title, state });
    else await this.switchTo(module.id, state);
  }

  async toggleFeature(key: FlagKey, enabled: boolean, subject: string): Promise<void> {
    const { registry } = this;
    if (!registry) return;
    const state = { ...registry.state, flags: { ...registry.state.flags, [key]: enabled } };
    if (enabled) await this.switchTo(key, state);
    else await this.propose({ kind: 'feature', subject, state });
  }

  restore(revision: Revision): Promise<void> {
    return this.propose({ kind: 'restore', subject: String(revision.revision), state: revision.state });
  }

  /** Throws what the server says. */
  async changeEntry(entry: MenuEntry, change: MenuChange): Promise<void> {
    const { registry } = this;
    if (!registry) return;
    const { [entry.id]: _before, ...others } = registry.state.menu;
    const menu = Object.keys(change).length === 0 ? others : { ...others, [entry.id]: change };
    await this.save({ ...registry.state, menu });
    this.edit(null);
  }

  async answer(yes: boolean): Promise<void> {
    const { proposal } = this;
    // Nobody agrees to what is not known yet.
    if (yes && !proposal?.impact) return;
    this.proposal = null;
    if (yes && proposal) await this.switchTo(proposal.subject, proposal.state);
  }

  private async propose(proposal: Omit<Proposal, 'impact'>): Promise<void> {
    this.proposal = { ...proposal, impact: null };
    try {
      const impact = await this.host.api.call(previewRegistry, { body: proposal.state });
      runInAction(() => {
        if (this.proposal?.state === proposal.state) this.proposal = { ...this.proposal, impact };
      });
    } catch (error) {
      runInAction(() => (this.proposal = null));
      this.fail('The impact could not be worked out', error);
    }
  }

  private async switchTo(what: string, state: RegistryState): Promise<void> {
    this.switching = what;
    try {
      await this.save(state);
    } catch (error) {
      this.fail('The change could not be made', error);
    } finally {
      runInAction(() => (this.switching = null));
    }
  }

  private async save(state: RegistryState): Promise<void> {
    const revision = this.registry?.revision ?? 0;
    try {
      await this.host.api.call(saveRegistryState, { body: { ...state, revision } });
    } catch (error) {
      // Somebody else was quicker: show what they did, so that the next try starts from there.
      if (error instanceof CallError && error.code === 'CONFLICT') await this.load();
      throw error;
    }
    await this.load();
  }

  private fail(what: string, error: unknown): void {
    this.host.log.warn(what, { error: String(error) });
    runInAction(() => (this.error = error));
  }
}
