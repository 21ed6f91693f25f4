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
  /**
   * Follows a new manifest: stops and replaces the difference. Pages are given by it from the call on; what has unsaved
   * work runs on until it has been asked about. Resolves when everything is done and answered.
   */
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
  /** A page or contribution threw, or was not ready in time. The plugin goes on; `retry` starts it afresh. */
  reportRenderFailure(pluginId: string, error: unknown): void;
  /** An event pushed by the server. */
  receive(type: string, payload: unknown): void;
  /** Does this plugin have unsaved work, or any that runs? */
  unsaved(pluginId?: string): boolean;
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
  /** The manifest that what runs has been made to follow; the newest one may still wait for its turn. */
  let followed = manifest;
  /** Gone from the manifest or to be replaced, but still running because of unsaved work. */
  const lingering = new Set<string>();
  /** Those whose unsaved work somebody is being asked about. */
  const asked = new Set<string>();

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

  const wantedOf = (id: string): ManifestPlugin | undefined => followed.plugins.find((plugin) => plugin.id === id);
  const isListed = (id: string): boolean => wantedOf(id) !== undefined;

  /** Is other code running than the manifest wants, or none? */
  function isOutdated(id: string): boolean {
    const [running, wanted] = [lifecycle.running(id), wantedOf(id)];
    return !running || !wanted || !isSameCode(running, wanted);
  }

  /** Starts in the background; a failure is reported by the lifecycle. */
  function wake(pluginId: string): void {
    if (!isListed(pluginId)) return;
    lifecycle.ensureStarted(pluginId).then(
      () => slots.started(pluginId),
      () => undefined,
    );
  }
  function fill(slotId: string): void {
    for (const plugin of followed.plugins) if (plugin.slots.some(({ slot }) => slot === slotId)) wake(plugin.id);
  }

  let last: Promise<unknown> = Promise.resolve();
  /** Changes of what runs, one after the other. Nothing that can take its time, or a person's, belongs in here. */
  function enqueue<T>(change: () => Promise<T>): Promise<T> {
    const done = last.catch(() => undefined).then(change);
    last = done;
    return done;
  }

  type MayStop = (id: string) => boolean;
  /** Those of `ids` that may be stopped now, dependants first. What is unsaved, and what that requires, lingers. */
  function stoppable(ids: Iterable<string>, mayStop: MayStop): string[] {
    const needed = new Set<string>();
    return lifecycle.stopOrder(ids).filter((id) => {
      const stays = needed.has(id) || (lifecycle.unsaved(id) && !mayStop(id));
      if (stays) for (const required of lifecycle.running(id)?.startsAfter ?? []) needed.add(required);
      return !stays;
    });
  }

  /** Answers the replacements that it has begun: a version that is slow to come keeps nothing else waiting. */
  async function settle(
    gone: readonly string[],
    replaced: readonly string[],
    mayStop: MayStop,
  ): Promise<Promise<void>[]> {
    for (const id of stoppable(gone, mayStop)) await (gone.includes(id) ? lifecycle.remove(id) : lifecycle.stop(id));
    for (const id of gone) {
      if (lifecycle.running(id)) lingering.add(id);
      else {
        lingering.delete(id);
        await lifecycle.remove(id);
      }
    }
    return replaced.flatMap((id) => {
      if (stoppable([id], mayStop).length < lifecycle.stopOrder([id]).length) {
        lingering.add(id);
        return [];
      }
      lingering.delete(id);
      return [lifecycle.replace(id)];
    });
  }

  async function settleLingering(mayStop: MayStop): Promise<void> {
    const replacements = await enqueue(() => {
      const waiting = [...lingering];
      return settle(
        waiting.filter((id) => !isListed(id)),
        waiting.filter(isListed),
        mayStop,
      );
    });
    await Promise.all(replacements);
  }

  const withoutAsking: MayStop = () => false;

  async function follow(): Promise<Promise<void>[]> {
    const change = diff(followed, manifest);
    followed = manifest;
    for (const plugin of followed.plugins) lifecycle.list(plugin);
    // One that lingered and is wanted again runs on, or is replaced if it has changed meanwhile.
    const returned = change.start.filter((id) => lingering.delete(id));
    const waiting = [...lingering];
    const gone = [...new Set([...change.stop, ...waiting.filter((id) => !isListed(id))])];
    const replaced = new Set([...change.replace, ...returned, ...waiting.filter(isListed)]);
    const replacements = await settle(gone, [...replaced].filter(isOutdated), withoutAsking);
    for (const id of waiting) if (isListed(id) && !isOutdated(id)) lingering.delete(id);
    for (const slotId of slots.shown()) fill(slotId);
    return replacements;
  }

  /** Asks about the unsaved work that lingers, and stops what may be stopped. */
  async function askAbout(): Promise<void> {
    const needed = new Set<string>();
    const allowed = new Set<string>();
    for (const id of lifecycle.stopOrder(lingering)) {
      if (!lifecycle.unsaved(id) && !needed.has(id)) continue;
      if (!needed.has(id) && !asked.has(id)) {
        asked.add(id);
        if (await confirmStop(id).finally(() => asked.delete(id))) {
          allowed.add(id);
          continue;
        }
      }
      for (const required of lifecycle.running(id)?.startsAfter ?? []) needed.add(required);
    }
    if (allowed.size > 0) await settleLingering((id) => allowed.has(id));
  }

  for (const plugin of manifest.plugins) lifecycle.list(plugin);
  // Leaving a page may have settled its unsaved work; nobody is asked again for moving about.
  const unsubscribe = services.location.subscribe(() => {
    if (lingering.size === 0) return;
    settleLingering(withoutAsking).catch((error: unknown) =>
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
    async apply(next) {
      manifest = next;
      const replacements = await enqueue(follow);
      await Promise.all([...replacements, askAbout()]);
    },
    states: lifecycle.states,
    state: (pluginId) => lifecycle.state(pluginId),
    async page(pluginId, pageId) {
      const wanted = manifest.plugins.find(({ id }) => id === pluginId);
      if (!wanted?.pages.some(({ id }) => id === pageId)) throw notGranted(pluginId, pageId);
      // Just switched on, perhaps while it was still on its way out.
      if (!lifecycle.isAvailable(pluginId)) await last.catch(() => undefined);
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
    reportRenderFailure: (pluginId, error) => lifecycle.noteFailure(pluginId, asFailure(error, 'render')),
    receive: (type, payload) => events.receive(type, payload),
    unsaved: (pluginId) =>
      pluginId === undefined
        ? [...lifecycle.states.get().keys()].some((id) => lifecycle.unsaved(id))
        : lifecycle.unsaved(pluginId),
    async retry(pluginId) {
      const affected = lifecycle.stopOrder([pluginId]);
      for (const id of affected) if (lifecycle.unsaved(id) && !(await confirmStop(id))) return;
      if (lifecycle.running(pluginId) && isOutdated(pluginId)) return lifecycle.replace(pluginId);
      await enqueue(async () => {
        for (const id of new Set([...affected, pluginId])) await lifecycle.stop(id);
      });
      await lifecycle.ensureStarted(pluginId);
      for (const id of affected) wake(id);
    },
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
