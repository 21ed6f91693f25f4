import type { ManifestPlugin } from '#registry/manifest';
import type { Plugin, PluginHost, Readable } from '@sinter/sdk/plugin';
import type { Activator, Running } from './activation.ts';
import { PluginFailure, asFailure, mayPass } from './failure.ts';
import type { FailureKind } from './failure.ts';
import { checkAddresses } from './loader.ts';
import type { Loader } from './loader.ts';
import { isCircular, startOrder, withDependants } from './order.ts';
import { createStore, select } from './store.ts';
import type { Watchdog } from './watchdog.ts';

/**
 * `listed`: known, not downloaded. `preflight`, `loading`, `ready` (downloaded, and the plugins it requires run),
 * `active`. `draining`: its screens are being removed. `failed`: a failure stopped it; another try may follow.
 * `quarantined`: no more tries until a user asks for one or another version comes.
 */
export type PluginPhase =
  'listed' | 'preflight' | 'loading' | 'ready' | 'active' | 'draining' | 'stopped' | 'failed' | 'quarantined';

export interface PluginState {
  id: string;
  /** The version that runs, or that the runtime tries to start. */
  version: string;
  phase: PluginPhase;
  /** Number of the present try, from 1. */
  attempt: number;
  /** The last failure. An active plugin can have one too: a screen of it threw, or a newer version did not start. */
  failure: { kind: FailureKind; message: string } | null;
}

export interface FailureReport {
  pluginId: string;
  version: string;
  kind: FailureKind;
  message: string;
}

/** Pauses between the tries, ms. There is one more try than pauses. */
const pauses = [500, 2000];

interface Entry {
  /** What the manifest wants. */
  wanted: ManifestPlugin;
  running: { plugin: ManifestPlugin; definition: Plugin; activity: Running } | null;
  /** A start or replacement that is under way. Everything that needs the plugin meanwhile waits for it. */
  starting: Promise<void> | null;
  stopping: Promise<void> | null;
  abort: AbortController | null;
  /** The plugin is leaving the manifest and must not start again. */
  leaving: boolean;
}

/** A start was cancelled. */
class Stopped extends PluginFailure {
  constructor(id: string) {
    super('not-granted', `${id} has been stopped.`);
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export interface LifecycleOptions {
  loader: Loader;
  activator: Activator;
  watchdog: Watchdog;
  /** Removes the plugin's screens; resolves when they are gone. */
  drain(pluginId: string): Promise<void>;
  report(failure: FailureReport): void;
}

export class Lifecycle {
  readonly #entries = new Map<string, Entry>();
  readonly #states = createStore<ReadonlyMap<string, PluginState>>(new Map());
  readonly #options: LifecycleOptions;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  readonly states: Readable<ReadonlyMap<string, PluginState>> = this.#states;
  state(id: string): Readable<PluginState | undefined> {
    return select(this.#states, (states) => states.get(id));
  }

  /** Adds a plugin, or updates the manifest entry of a known one. Starts and stops nothing. */
  list(plugin: ManifestPlugin): void {
    const known = this.#entries.get(plugin.id);
    if (known) {
      known.wanted = plugin;
      return;
    }
    const nothing = { running: null, starting: null, stopping: null, abort: null, leaving: false };
    this.#entries.set(plugin.id, { wanted: plugin, ...nothing });
    this.#set(plugin, { phase: 'listed', attempt: 0, failure: null });
  }

  /** Whether the plugin is known and not leaving. */
  isAvailable(id: string): boolean {
    return this.#entries.get(id)?.leaving === false;
  }

  running(id: string): ManifestPlugin | undefined {
    return this.#entries.get(id)?.running?.plugin;
  }

  host(id: string): PluginHost | undefined {
    return this.#entries.get(id)?.running?.activity.host;
  }

  unsaved(id: string): boolean {
    return this.#entries.get(id)?.running?.activity.unsaved() ?? false;
  }

  /** `ids` and the plugins that require them, dependants first, as far as they run or are starting. */
  stopOrder(ids: Iterable<string>): string[] {
    const plugins = this.#plugins();
    const affected = withDependants(ids, plugins);
    return startOrder(plugins)
      .filter((id) => {
        const entry = this.#entries.get(id);
        return affected.has(id) && (entry?.running || entry?.starting);
      })
      .reverse();
  }

  /** Resolves when the plugin is active; the plugins that it requires start first. Rejects with a `PluginFailure`. */
  async ensureStarted(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry || entry.leaving) throw new PluginFailure('not-granted', `${id} is not available.`);
    if (entry.stopping) return entry.stopping.then(() => this.ensureStarted(id));
    if (entry.starting) {
      return entry.starting.catch((error: unknown) => {
        // The start was cancelled to begin again: those who waited for it wait for the new one.
        if (error instanceof Stopped) return this.ensureStarted(id);
        throw error;
      });
    }
    if (entry.running) return;
    const state = this.#states.get().get(id);
    if (state?.phase === 'quarantined' && state.failure)
      throw new PluginFailure(state.failure.kind, state.failure.message);
    this.#begin(entry, (signal) => this.#start(entry, signal)).catch(() => undefined);
    return this.ensureStarted(id);
  }

  /**
   * Cancels a start that is under way, removes the plugin's screens, and disposes of everything it registered. The
   * plugin stays listed.
   */
  async stop(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.stopping ??= this.#stop(entry).finally(() => (entry.stopping = null));
    await entry.stopping;
  }

  /** Stops the plugin and removes it from the list. */
  async remove(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry) entry.leaving = true;
    await this.stop(id);
    this.#entries.delete(id);
    this.#states.set(new Map([...this.#states.get()].filter(([other]) => other !== id)));
  }

  /**
   * Replaces the running version with the one that the manifest wants. The new version is downloaded first; when the
   * download or its `setup` fails, the old version continues. Plugins that require it are started again with it.
   */
  async replace(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (!entry.running) return this.stop(id);
    while (entry.starting) await entry.starting.catch(() => undefined);
    const dependants: string[] = [];
    // Each failed try has been reported already.
    await this.#begin(entry, (signal) => this.#replace(entry, dependants, signal)).catch(() => undefined);
    await Promise.allSettled(dependants.map((other) => this.ensureStarted(other)));
  }

  noteFailure(id: string, failure: PluginFailure): void {
    const entry = this.#entries.get(id);
    if (entry) this.#report(entry.running?.plugin ?? entry.wanted, failure);
  }

  #plugins(): ManifestPlugin[] {
    return [...this.#entries.values()].map(({ running, wanted }) => running?.plugin ?? wanted);
  }

  #set(plugin: ManifestPlugin, change: Partial<PluginState>): void {
    const { id, version } = plugin;
    const known = this.#states.get().get(id) ?? { id, version, phase: 'listed', attempt: 0, failure: null };
    this.#states.set(new Map(this.#states.get()).set(id, { ...known, version, ...change }));
  }

  #report({ id, version }: ManifestPlugin, { kind, message }: PluginFailure): void {
    const state = this.#states.get().get(id);
    if (state) this.#states.set(new Map(this.#states.get()).set(id, { ...state, failure: { kind, message } }));
    this.#options.report({ pluginId: id, version, kind, message });
  }

  /** One transition at a time, shared by all callers, and forgotten when it has ended. */
  #begin(entry: Entry, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    entry.abort = abort;
    const starting = work(abort.signal).finally(() => {
      entry.starting = null;
      entry.abort = null;
    });
    entry.starting = starting;
    return starting;
  }

  /** Up to three tries with pauses between them. Each failure is reported. */
  async #tries(plugin: ManifestPlugin, signal: AbortSignal, work: (attempt: number) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(attempt);
      } catch (error) {
        signal.throwIfAborted();
        const failure = asFailure(error, 'evaluation');
        this.#report(plugin, failure);
        const pause = pauses[attempt - 1];
        if (pause === undefined || !mayPass(failure.kind)) throw failure;
        await this.#options.watchdog.pause(pause, signal);
      }
    }
  }

  async #start(entry: Entry, signal: AbortSignal): Promise<void> {
    const plugin = entry.wanted;
    try {
      await this.#tries(plugin, signal, async (attempt) => {
        try {
          await this.#attempt(entry, plugin, attempt, signal);
        } catch (error) {
          if (!signal.aborted) this.#set(plugin, { phase: 'failed' });
          throw error;
        }
      });
    } catch (error) {
      if (!signal.aborted && mayPass(asFailure(error, 'evaluation').kind)) this.#set(plugin, { phase: 'quarantined' });
      throw error;
    }
  }

  async #attempt(entry: Entry, plugin: ManifestPlugin, attempt: number, signal: AbortSignal): Promise<void> {
    const { loader, activator } = this.#options;
    this.#set(plugin, { phase: 'preflight', attempt });
    this.#preflight(plugin);
    this.#set(plugin, { phase: 'loading' });
    const [texts, loaded, ...required] = await Promise.allSettled([
      activator.loadTexts(plugin, signal),
      loader.load(plugin, signal),
      ...plugin.startsAfter.map((id) => untilAborted(this.ensureStarted(id), signal)),
    ]);
    const disposeTexts = texts.status === 'fulfilled' ? texts.value : () => undefined;
    try {
      signal.throwIfAborted();
      if (loaded.status === 'rejected') throw loaded.reason;
      const lacking = plugin.startsAfter.filter((_, index) => required[index]?.status === 'rejected');
      if (lacking.length > 0) {
        throw new PluginFailure(
          'missing-dependency',
          `${plugin.id} requires ${lacking.join(', ')}, which did not start.`,
        );
      }
    } catch (error) {
      disposeTexts();
      throw error;
    }
    this.#set(plugin, { phase: 'ready' });
    const activity = await activator.activate(plugin, loaded.value, disposeTexts, signal);
    entry.running = { plugin, definition: loaded.value, activity };
    this.#set(plugin, { phase: 'active', failure: null });
  }

  #preflight(plugin: ManifestPlugin): void {
    checkAddresses(plugin);
    const missing = plugin.startsAfter.find((id) => !this.#entries.has(id));
    if (missing)
      throw new PluginFailure('missing-dependency', `${plugin.id} requires ${missing}, which is not available.`);
    if (isCircular(plugin.id, this.#plugins())) {
      throw new PluginFailure('missing-dependency', `${plugin.id} requires itself.`);
    }
  }

  async #stop(entry: Entry): Promise<void> {
    entry.abort?.abort(new Stopped(entry.wanted.id));
    await entry.starting?.catch(() => undefined);
    await this.#halt(entry);
    this.#set(entry.wanted, { phase: 'listed', attempt: 0, failure: null });
  }

  async #halt(entry: Entry): Promise<void> {
    const { running } = entry;
    if (!running) return;
    const { plugin, activity } = running;
    this.#set(plugin, { phase: 'draining' });
    const { watchdog, drain } = this.#options;
    await watchdog
      .watch('unmount', `Taking down the screens of ${plugin.id}`, () => drain(plugin.id))
      .catch((error: unknown) => this.#report(plugin, asFailure(error, 'render')));
    activity.dispose();
    entry.running = null;
    this.#set(plugin, { phase: 'stopped' });
  }

  /** Adds to `dependants` the plugins that it had to stop. */
  async #replace(entry: Entry, dependants: string[], signal: AbortSignal): Promise<void> {
    const old = entry.running;
    const next = entry.wanted;
    if (!old) return;
    const { loader, activator } = this.#options;
    let definition: Plugin | null = null;
    await this.#tries(next, signal, async () => {
      checkAddresses(next);
      definition = await loader.load(next, signal);
    });
    if (!definition) return;

    dependants.push(...this.stopOrder([next.id]).filter((id) => id !== next.id));
    for (const id of dependants) await this.stop(id);
    await this.#halt(entry);
    const activate = async (plugin: ManifestPlugin, code: Plugin): Promise<void> => {
      const activity = await activator.activate(plugin, code, await activator.loadTexts(plugin, signal), signal);
      entry.running = { plugin, definition: code, activity };
      this.#set(plugin, { phase: 'active' });
    };
    try {
      await activate(next, definition);
      this.#set(next, { failure: null });
      if (old.plugin.baseUrl !== next.baseUrl) loader.forget(old.plugin);
    } catch (error) {
      signal.throwIfAborted();
      this.#report(next, asFailure(error, 'setup'));
      await activate(old.plugin, old.definition).catch((failure: unknown) => {
        this.#set(old.plugin, { phase: 'quarantined' });
        this.#report(old.plugin, asFailure(failure, 'setup'));
        throw failure;
      });
    }
  }
}
