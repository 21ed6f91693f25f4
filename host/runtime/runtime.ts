import type { ComponentType } from 'react';
import { diff, isSameCode } from '#registry/diff';
import type { Manifest, ManifestPlugin } from '#registry/manifest';
import type { PageLoader, PluginHost, Readable, Slot } from '@sinter/sdk/plugin';
import { createActivator } from './activation.ts';
import { createEventBus } from './events.ts';
import { PluginFailure, asFailure, messageOf } from './failure.ts';
import { Lifecycle } from './lifecycle.ts';
import type { FailureReport, PluginState } from './lifecycle.ts';
import { createLoader } from './loader.ts';
import type { ModuleSystem, Probe } from './loader.ts';
import { createPageRegistry } from './pages.ts';
import type { HostServices } from './pluginHost.ts';
import { createRootContainer } from './scope.ts';
import { createServiceDirectory } from './services.ts';
import { createSlotRegistry } from './slots.ts';
import type { Contribution } from './slots.ts';
import type { StyleDom } from './styles.ts';
import { createWatchdog } from './watchdog.ts';
import type { Timers, Watchdog } from './watchdog.ts';

export interface RuntimeOptions {
  manifest: Manifest;
  system: ModuleSystem;
  /** `fetch`. */
  probe: Probe;
  services: HostServices;
  dom: StyleDom;
  timers: Timers;
  /** A plugin with unsaved work is about to stop: may it? */
  confirmStop(pluginId: string): Promise<boolean>;
  /** Takes down the plugin's mounted pages; resolves when they are gone. */
  drain(pluginId: string): Promise<void>;
  onFailure(failure: FailureReport): void;
}

export interface Runtime {
  /** Follows a new manifest: stops, replaces and starts the difference. One at a time, in the order of the calls. */
  apply(manifest: Manifest): Promise<void>;
  /** Every listed plugin by id. */
  states: Readable<ReadonlyMap<string, PluginState>>;
  state(pluginId: string): Readable<PluginState | undefined>;
  /** Starts the plugin if need be. Rejects with a `PluginFailure`; so does the loader it answers. */
  page(pluginId: string, pageId: string): Promise<PageLoader>;
  /** The host object of a running plugin, for the screens drawn on its behalf. */
  host(pluginId: string): PluginHost | undefined;
  /** What fills a slot, in order. The plugins that fill it start with the first subscriber. */
  slot<Props>(slot: Slot<Props>): Readable<readonly Contribution<Props>[]>;
  /** A page or contribution threw while it was drawn. The plugin goes on; `retry` starts it afresh. */
  reportRenderFailure(pluginId: string, error: unknown): void;
  /** An event pushed by the server. */
  receive(type: string, payload: unknown): void;
  /** Does any running plugin have unsaved work? */
  unsaved(): boolean;
  /** Starts a plugin again: a failed or quarantined one, or a running one with what requires it. */
  retry(pluginId: string): Promise<void>;
  /** For the host's own mounting and unmounting of pages. */
  watchdog: Watchdog;
  /** Stops every plugin, without asking. */
  stop(): Promise<void>;
}

/** Runs the plugins of a manifest. A plugin is downloaded when its page, a slot it fills or a service of it is first needed. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { services, confirmStop, drain, onFailure } = options;
  let manifest = options.manifest;
  /** Gone from the manifest or to be replaced, but still running because of unsaved work. */
  const lingering = new Set<string>();

  const root = createRootContainer();
  const watchdog = createWatchdog(options.timers);
  const loader = createLoader({ system: options.system, probe: options.probe, watchdog });
  const events = createEventBus();
  const pages = createPageRegistry();
  const directory = createServiceDirectory();
  const slots = createSlotRegistry((slotId) => fill(slotId));
  const parts = { services, manifest: () => manifest, loader, directory, slots, events, pages, wake };
  const activator = createActivator(root, options.dom, watchdog, parts);
  const lifecycle = new Lifecycle({
    loader,
    activator,
    watchdog,
    drain,
    report(failure) {
      services.log.error('A plugin failed.', { ...failure });
      onFailure(failure);
    },
  });

  const wantedOf = (id: string): ManifestPlugin | undefined => manifest.plugins.find((plugin) => plugin.id === id);
  const isListed = (id: string): boolean => wantedOf(id) !== undefined;

  /** Is other code running than the manifest wants, or none? */
  function isOutdated(id: string): boolean {
    const [running, wanted] = [lifecycle.running(id), wantedOf(id)];
    return !running || !wanted || !isSameCode(running, wanted);
  }

  /** Starts in the background; a failure is reported by the lifecycle. */
  function wake(pluginId: string): void {
    if (isListed(pluginId)) lifecycle.ensureStarted(pluginId).catch(() => undefined);
  }
  function fill(slotId: string): void {
    for (const plugin of manifest.plugins) if (plugin.slots.some(({ slot }) => slot === slotId)) wake(plugin.id);
  }

  let last: Promise<void> = Promise.resolve();
  /** Changes of what runs, one after the other. */
  function enqueue(change: () => Promise<void>): Promise<void> {
    last = last.catch(() => undefined).then(change);
    return last;
  }

  /** Those of `ids` that may be stopped now, dependants first. What is unsaved, and what that requires, lingers. */
  async function stoppable(ids: Iterable<string>, mayStop: (id: string) => Promise<boolean>): Promise<string[]> {
    const result: string[] = [];
    const needed = new Set<string>();
    for (const id of lifecycle.stopOrder(ids)) {
      const stays = needed.has(id) || (lifecycle.unsaved(id) && !(await mayStop(id)));
      if (!stays) result.push(id);
      else for (const required of [id, ...(lifecycle.running(id)?.requires ?? [])]) needed.add(required);
    }
    return result;
  }

  async function settle(
    gone: readonly string[],
    replaced: readonly string[],
    mayStop: (id: string) => Promise<boolean>,
  ): Promise<void> {
    for (const id of await stoppable(gone, mayStop))
      await (gone.includes(id) ? lifecycle.remove(id) : lifecycle.stop(id));
    for (const id of gone) {
      if (lifecycle.running(id)) lingering.add(id);
      else {
        lingering.delete(id);
        await lifecycle.remove(id);
      }
    }
    for (const id of replaced) {
      const affected = lifecycle.stopOrder([id]);
      const free = await stoppable([id], mayStop);
      if (free.length < affected.length) lingering.add(id);
      else {
        lingering.delete(id);
        await lifecycle.replace(id);
      }
    }
  }

  async function follow(next: Manifest): Promise<void> {
    const change = diff(manifest, next);
    manifest = next;
    for (const plugin of next.plugins) lifecycle.list(plugin);
    // One that lingered and is wanted again runs on, or is replaced if it has changed meanwhile.
    const returned = change.start.filter((id) => lingering.delete(id));
    const waiting = [...lingering];
    const gone = [...new Set([...change.stop, ...waiting.filter((id) => !isListed(id))])];
    const replaced = new Set([...change.replace, ...returned, ...waiting.filter(isListed)]);
    await settle(gone, [...replaced].filter(isOutdated), confirmStop);
    for (const id of waiting) if (isListed(id) && !isOutdated(id)) lingering.delete(id);
    for (const slotId of slots.shown()) fill(slotId);
  }

  for (const plugin of manifest.plugins) lifecycle.list(plugin);
  // Leaving a page may have settled its unsaved work; nobody is asked again for moving about.
  const unsubscribe = services.location.subscribe(() => {
    if (lingering.size === 0) return;
    const waiting = [...lingering];
    const silently = () =>
      settle(
        waiting.filter((id) => !isListed(id)),
        waiting.filter(isListed),
        async () => false,
      );
    enqueue(silently).catch((error: unknown) =>
      services.log.error('Plugins could not be stopped.', { error: messageOf(error) }),
    );
  });

  function notGranted(pluginId: string, pageId: string): PluginFailure {
    const absence = manifest.absent.find(
      ({ kind, id }) => (kind === 'page' && id === `${pluginId}/${pageId}`) || (kind === 'plugin' && id === pluginId),
    );
    return new PluginFailure('not-granted', absence?.text ?? `There is no page ${pageId} of ${pluginId}.`);
  }

  return {
    apply: (next) => enqueue(() => follow(next)),
    states: lifecycle.states,
    state: (pluginId) => lifecycle.state(pluginId),
    async page(pluginId, pageId) {
      const granted = wantedOf(pluginId)?.pages.some(({ id }) => id === pageId);
      if (!granted) throw notGranted(pluginId, pageId);
      await lifecycle.ensureStarted(pluginId);
      const load = pages.get(pluginId, pageId);
      if (!load) {
        const failure = new PluginFailure(
          'invalid-module',
          `${pluginId} declares the page ${pageId} but does not draw it.`,
        );
        lifecycle.noteFailure(pluginId, failure);
        throw failure;
      }
      return async (): Promise<{ default: ComponentType }> => {
        try {
          return await load();
        } catch (error) {
          const failure = asFailure(error, 'evaluation');
          lifecycle.noteFailure(pluginId, failure);
          throw failure;
        }
      };
    },
    host: (pluginId) => lifecycle.host(pluginId),
    slot: (slot) => slots.read(slot),
    reportRenderFailure: (pluginId, error) =>
      lifecycle.noteFailure(pluginId, new PluginFailure('render', messageOf(error), error)),
    receive: (type, payload) => events.receive(type, payload),
    unsaved: () => [...lifecycle.states.get().keys()].some((id) => lifecycle.unsaved(id)),
    retry: (pluginId) =>
      enqueue(async () => {
        const affected = lifecycle.stopOrder([pluginId]);
        const free = await stoppable([pluginId], confirmStop);
        if (free.length < affected.length) return;
        if (lifecycle.running(pluginId) && isOutdated(pluginId)) return lifecycle.replace(pluginId);
        for (const id of affected) await lifecycle.stop(id);
        if (!affected.includes(pluginId)) await lifecycle.stop(pluginId);
        await lifecycle.ensureStarted(pluginId);
        for (const id of affected) wake(id);
      }),
    watchdog,
    stop: () =>
      enqueue(async () => {
        unsubscribe();
        for (const id of lifecycle.stopOrder(lifecycle.states.get().keys())) await lifecycle.remove(id);
        for (const id of [...lifecycle.states.get().keys()]) await lifecycle.remove(id);
        lingering.clear();
        void root.dispose();
      }),
  };
}
