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
import type { Framed, Loader, ModuleSystem, Probe } from './loader.ts';
import { createPageRegistry } from './pages.ts';
import type { HostServices } from './pluginHost.ts';
import { createRootContainer } from './scope.ts';
import { createServiceDirectory } from './services.ts';
import { createVerify } from './signature.ts';
import type { Subtle } from './signature.ts';
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
  /** `crypto.subtle`; `undefined` where the page has none. */
  subtle: Subtle | undefined;
  services: HostServices;
  framed: Framed;
  dom: StyleDom;
  timers: Timers;
  /** Asks whether a plugin with unsaved work may stop. */
  confirmStop(pluginId: string): Promise<boolean>;
  /** Removes the plugin's mounted pages; resolves when they are gone. */
  drain(pluginId: string): Promise<void>;
  onFailure(failure: FailureReport): void;
  /** The plugin's code is there, after so many milliseconds. */
  onLoaded(plugin: ManifestPlugin, ms: number): void;
}

export interface Runtime {
  /**
   * Follows a new manifest by stopping and replacing what differs. Pages of the new manifest are available at once; a
   * plugin with unsaved work runs until the user has answered. Resolves when everything is done and answered.
   */
  apply(manifest: Manifest): Promise<void>;
  /** The state of every listed plugin by id. */
  states: Readable<ReadonlyMap<string, PluginState>>;
  state(pluginId: string): Readable<PluginState | undefined>;
  /**
   * Starts the plugin when it is not running. Rejects with a `PluginFailure`; the loader that it answers does so too.
   */
  page(pluginId: string, pageId: string): Promise<PageLoader>;
  /** The host object of a running plugin, for drawing its screens. */
  host(pluginId: string): PluginHost | undefined;
  /** The contributions of a slot, in order. Their plugins start with the first subscriber. */
  slot<Props>(slot: Slot<Props>): Readable<readonly Contribution<Props>[]>;
  /** A page or contribution threw or was not ready in time. The plugin continues; `retry` starts it again. */
  reportRenderFailure(pluginId: string, error: unknown): void;
  /** Passes on an event that the server pushed. */
  receive(type: string, payload: unknown): void;
  /** Whether this plugin, or any running one, has unsaved work. */
  unsaved(pluginId?: string): boolean;
  /** Starts a failed or quarantined plugin again, or restarts a running one together with its dependants. */
  retry(pluginId: string): Promise<void>;
  /** For pages that the host mounts and unmounts itself. */
  watchdog: Watchdog;
  /** Stops every plugin without asking. */
  stop(): Promise<void>;
}

/**
 * Runs the plugins of a manifest. A plugin is downloaded when its page, a slot it fills or one of its services is
 * first needed.
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { services, confirmStop, drain, onFailure } = options;
  let manifest = options.manifest;
  /** The manifest that the running plugins follow. The newest one may still wait for its turn. */
  let followed = manifest;
  /** Plugins that have left the manifest or will be replaced, but still run because of unsaved work. */
  const lingering = new Set<string>();
  /** Plugins whose user is being asked about unsaved work. */
  const asked = new Set<string>();

  const root = createRootContainer();
  const watchdog = createWatchdog(options.timers);
  const verify = createVerify(() => manifest.keys, options.subtle);
  const { system, probe, framed } = options;
  const plain = createLoader({ system, probe, watchdog, verify, framed });
  const loader: Loader = {
    ...plain,
    async load(plugin, signal) {
      const began = performance.now();
      const definition = await plain.load(plugin, signal);
      options.onLoaded(plugin, Math.round(performance.now() - began));
      return definition;
    },
  };
  const events = createEventBus();
  const pages = createPageRegistry();
  const directory = createServiceDirectory();
  const slots = createSlotRegistry((slotId) => fill(slotId));
  const parts = { services, manifest: () => manifest, loader, directory, slots, events, pages };
  const activator = createActivator(root, options.dom, watchdog, parts);
  const lifecycle = new Lifecycle({
    loader,
    activator,
    watchdog,
    drain,
    report(failure) {
      services.log.error('a plugin failed', { ...failure });
      onFailure(failure);
    },
  });

  const wantedOf = (id: string): ManifestPlugin | undefined => followed.plugins.find((plugin) => plugin.id === id);
  const isListed = (id: string): boolean => wantedOf(id) !== undefined;

  /** Whether the plugin runs other code than the manifest wants, or none. */
  function isOutdated(id: string): boolean {
    const [running, wanted] = [lifecycle.running(id), wantedOf(id)];
    return !running || !wanted || !isSameCode(running, wanted);
  }

  /** Starts the plugin in the background; the lifecycle reports a failure. */
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
  /**
   * Changes the running plugins one after the other. Only quick work belongs here, and nothing that waits for a user.
   */
  function enqueue<T>(change: () => Promise<T>): Promise<T> {
    const done = last.catch(() => undefined).then(change);
    last = done;
    return done;
  }

  type MayStop = (id: string) => boolean;
  /**
   * Those of `ids` that may stop now, dependants first. Plugins with unsaved work, and those that they require, go on
   * running.
   */
  function stoppable(ids: Iterable<string>, mayStop: MayStop): string[] {
    const needed = new Set<string>();
    return lifecycle.stopOrder(ids).filter((id) => {
      const stays = needed.has(id) || (lifecycle.unsaved(id) && !mayStop(id));
      if (stays) for (const required of lifecycle.running(id)?.startsAfter ?? []) needed.add(required);
      return !stays;
    });
  }

  /**
   * Answers the replacements that have begun. They are not awaited here, so that a slow version delays no other
   * change.
   */
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
    // A lingering plugin that is wanted again continues, or is replaced when it has changed.
    const returned = change.start.filter((id) => lingering.delete(id));
    const waiting = [...lingering];
    const gone = [...new Set([...change.stop, ...waiting.filter((id) => !isListed(id))])];
    const replaced = new Set([...change.replace, ...returned, ...waiting.filter(isListed)]);
    const replacements = await settle(gone, [...replaced].filter(isOutdated), withoutAsking);
    for (const id of waiting) if (isListed(id) && !isOutdated(id)) lingering.delete(id);
    for (const slotId of slots.shown()) fill(slotId);
    return replacements;
  }

  /** Asks about the unsaved work of lingering plugins, and stops those that may stop. */
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
  // Leaving a page may have saved or discarded its work; then no question is needed.
  const unsubscribe = services.location.subscribe(() => {
    if (lingering.size === 0) return;
    settleLingering(withoutAsking).catch((error: unknown) =>
      services.log.error('plugins could not be stopped', { error: messageOf(error) }),
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
      // The plugin has just been switched on, perhaps while it was still stopping.
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
