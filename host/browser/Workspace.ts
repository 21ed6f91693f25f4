import { runInAction } from 'mobx';
import { manifestSchema } from '#registry/manifest';
import type { Manifest } from '#registry/manifest';
import { flagsFrom } from '#registry/flags';
import { isVendor } from '#registry/terms';
import { match } from '#registry/pages';
import type { PageMatch } from '#registry/pages';
import { createRuntime } from '#host/runtime/runtime.ts';
import type { Runtime } from '#host/runtime/runtime.ts';
import { createStore } from '#host/runtime/store.ts';
import { documentStyles } from '#host/runtime/styles.ts';
import { phaseLimits, systemTimers } from '#host/runtime/watchdog.ts';
import { pushedEvents } from '@sinter/sdk/contract/host/push';
import { readManifest, reportPluginFailure } from '@sinter/sdk/contract/host/modules';
import { reconnected, registryChanged, themeChanged } from '@sinter/sdk/contract/host/events';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Dispose, HostLocation } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import type { Browser } from './browser.ts';
import { showLabels } from './pluginTexts.ts';
import { connectPush } from './push.ts';
import type { PushClient } from './push.ts';
import { moduleSystem } from './moduleSystem.ts';
import { pluginApi } from './pluginApi.ts';
import { Screens } from './pages/Screens.ts';

/** The tab's own: what it loads, and no other tab. */
const localBuildKey = 'sinter.localBuild';

const emptyManifest: Manifest = {
  schema: 1,
  revision: '',
  registry: { revision: 0, closing: {} },
  facilityId: null,
  plugins: [],
  keys: {},
  menu: [],
  profileMenu: [],
  topNav: [],
  settings: [],
  labels: {},
  flags: flagsFrom(() => false),
  absent: [],
};

/** A module that was switched off while somebody had unsaved work in it, and is still open for that. */
export interface ClosingModule {
  pluginId: string;
  title: string;
  /** Until when the server still saves, epoch ms; `null`: no longer. */
  until: number | null;
}

export interface WorkspaceOptions {
  browser: Browser;
  user: SessionUser;
  /** The host's router. */
  navigate: (to: string, options?: { replace?: boolean }) => void;
  /** Leaves out what this host does not run. */
  choose?: (manifest: Manifest) => Manifest;
  /** What was given last time, for a start while the server cannot be reached. */
  kept?: KeptManifest;
  /** The page stands inside a page of somebody else. */
  embedded?: boolean;
}

export interface KeptManifest {
  read(): { manifest: Manifest; at: number } | null;
  write(manifest: Manifest): void;
}

/** The server has decided, and is not only out of reach. */
const isDecision = (error: unknown): boolean =>
  error instanceof CallError && !['UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED'].includes(error.code);

/** Everything behind the screens of a signed-in user: manifest, plugins, pushed events, the place in the application. */
export class Workspace {
  manifest: Manifest = emptyManifest;
  /** The first manifest has been asked for, with or without success. */
  ready = false;
  manifestFailed = false;
  /** When what is shown was given, ms, while nothing newer has come. */
  keptSince: number | null = null;
  connected = true;
  closing: readonly ClosingModule[] = [];
  /** A module with unsaved work that an administrator has switched off; the person is being asked. */
  stopping: { pluginId: string; answer: (stop: boolean) => void } | null = null;

  /** The build of an app that its author tries in this tab. */
  localBuild: string | null = sessionStorage.getItem(localBuildKey);

  readonly browser: Browser;
  readonly user: SessionUser;
  readonly runtime: Runtime;
  readonly screens = new Screens();
  readonly location = createStore<HostLocation>({ pathname: '/', search: '', params: {} });
  /** A page with unsaved work that is no longer given: it stays until the person leaves it, or lets its module stop. */
  held: { pathname: string; match: PageMatch } | null = null;
  readonly #options: WorkspaceOptions;
  #push: PushClient | null = null;
  #refreshing: Promise<void> | null = null;
  #again = false;
  /** The registry revision under which each plugin was given last. */
  readonly #openedAt = new Map<string, number>();
  readonly #heard = new Map<string, Set<() => void>>();
  #questions: Promise<unknown> = Promise.resolve();

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.browser = options.browser;
    this.user = options.user;
    const { api, log } = options.browser;
    this.runtime = createRuntime({
      subtle: globalThis.isSecureContext ? globalThis.crypto.subtle : undefined,
      manifest: emptyManifest,
      system: moduleSystem(),
      probe: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(phaseLimits.load) }),
      services: {
        api: (plugin) => pluginApi(options.browser, this.#tried(plugin), () => this.#openedAt.get(plugin.id)),
        user: () => options.browser.session.user,
        i18n: options.browser.pluginTexts,
        location: this.location,
        navigate: options.navigate,
        log,
      },
      dom: documentStyles(document, ({ pluginId, href }, error) =>
        log.warn('a style sheet is missing', { plugin: pluginId, href, error: String(error) }),
      ),
      framed: async (plugin) => (await import('./frames/framedPlugin.tsx')).framedPlugin(this, plugin),
      timers: systemTimers,
      confirmStop: (pluginId) => this.#askToStop(pluginId),
      drain: (pluginId) => this.screens.drain(pluginId),
      onFailure: ({ pluginId, version, kind, message }) => {
        if (this.isLocal(pluginId)) return;
        const body = { pluginId, version, kind, message: message.slice(0, 1000) };
        api
          .call(reportPluginFailure, { body })
          .catch((error: unknown) => log.warn('not reported', { error: String(error) }));
      },
      onLoaded: ({ id: pluginId, version }, ms) => {
        if (!isVendor(pluginId) || this.isLocal(pluginId)) return;
        // Most pages have no plugin of a vendor, and do without it.
        import('@sinter/sdk/contract/host/extensions')
          .then(({ reportPluginLoads }) =>
            api.call(reportPluginLoads, { body: { loads: [{ pluginId, version, ms }] } }),
          )
          .catch((error: unknown) => log.warn('not reported', { error: String(error) }));
      },
    });
    makeStore(this);
    this.runtime.states.subscribe(() => {
      if (this.closing.some(({ pluginId }) => !this.runtime.host(pluginId))) this.#close(this.manifest);
      if (this.held && !this.runtime.host(this.held.match.pluginId)) this.#hold(null);
    });
  }

  /** Loads the manifest and follows its changes. A failed manifest leaves the host's own screens. */
  async start(): Promise<void> {
    const { api, log, page } = this.browser;
    this.#push = connectPush({
      address: (since) => api.href(pushedEvents, { query: { since: since ?? undefined } }),
      since: page.since,
      receive: (type, payload) => {
        page.outdate();
        if (type === registryChanged.type) void this.refresh();
        if (type === themeChanged.type) void this.browser.reloadTheme();
        this.#receive(type, payload);
      },
      // The server may be a newer one than that which gave the manifest.
      onOpen: () => void this.refresh(),
      onReset: () => {
        page.outdate();
        void this.refresh();
        void this.browser.reloadTheme();
        this.#receive(reconnected.type, {});
      },
      // The session has ended, or its user has to do something first.
      onRefused: () => void this.browser.watch.look(),
      log,
    });
    this.#push.connected.subscribe(() => {
      runInAction(() => (this.connected = this.#push?.connected.get() ?? true));
      if (this.connected) this.#receive(reconnected.type, {});
    });
    await this.refresh();
    runInAction(() => (this.ready = true));
  }

  /** From now on this tab loads the build, or with `null` what the facility has. */
  tryBuild(id: string | null): void {
    this.localBuild = id;
    if (id === null) sessionStorage.removeItem(localBuildKey);
    else sessionStorage.setItem(localBuildKey, id);
    void this.refresh();
  }

  /** What happens in it says nothing about the version that others have. */
  isLocal(pluginId: string): boolean {
    return this.manifest.plugins.some(({ id, local }) => id === pluginId && local);
  }

  /** Asks for the manifest and applies it. Asked again meanwhile, it asks once more afterwards. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#again = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#fetchManifest().finally(() => {
      this.#refreshing = null;
      if (!this.#again) return;
      this.#again = false;
      void this.refresh();
    });
    return this.#refreshing;
  }

  /** For the host's own parts: an event of this type was pushed. */
  readonly hear = (type: string, listener: () => void): Dispose => {
    const listeners = this.#heard.get(type) ?? new Set();
    this.#heard.set(type, listeners.add(listener));
    return () => void listeners.delete(listener);
  };

  #receive(type: string, payload: unknown): void {
    this.runtime.receive(type, payload);
    this.#heard.get(type)?.forEach((listener) => listener());
  }

  get embedded(): boolean {
    return this.#options.embedded ?? false;
  }

  /** The page that serves a path. */
  pageAt(pathname: string): PageMatch | null {
    return match(this.manifest, pathname) ?? (this.held?.pathname === pathname ? this.held.match : null);
  }

  /** The host's router has arrived somewhere. */
  moved(pathname: string, search: string): void {
    if (this.held && this.held.pathname !== pathname) this.#hold(null);
    this.location.set({ pathname, search, params: this.pageAt(pathname)?.params ?? {} });
  }

  async #fetchManifest(): Promise<void> {
    const { api, log } = this.browser;
    try {
      const { revision } = this.manifest;
      const known = revision === '' ? {} : { known: revision };
      const tried = this.localBuild === null ? {} : { localBuild: this.localBuild };
      const answer = await api.call(readManifest, { query: { ...known, ...tried } });
      if (this.keptSince !== null) this.#isBack();
      if (answer.revision === revision) return;
      const given = manifestSchema.parse(answer);
      const manifest = this.#options.choose?.(given) ?? given;
      if (this.localBuild === null) this.#options.kept?.write(manifest);
      this.#follow(manifest);
    } catch (error) {
      log.error('the manifest could not be loaded', { error: String(error) });
      if (this.manifest !== emptyManifest) return;
      const kept = isDecision(error) ? null : this.#options.kept?.read();
      if (kept) this.#follow(kept.manifest);
      runInAction(() => {
        this.keptSince = kept?.at ?? null;
        this.manifestFailed = !kept;
      });
    }
  }

  /** The server is there again: what was kept ends, and whoever it was kept for may be somebody else by now. */
  #isBack(): void {
    runInAction(() => (this.keptSince = null));
    void this.browser.watch.look();
  }

  #follow(manifest: Manifest): void {
    const held = this.#unsavedPage(manifest);
    this.#close(manifest);
    for (const { id } of manifest.plugins) this.#openedAt.set(id, manifest.registry.revision);
    showLabels(manifest.labels);
    this.#warnAuthors(manifest);
    const applied = this.runtime.apply(manifest);
    runInAction(() => {
      this.held = held;
      this.manifest = manifest;
      this.manifestFailed = false;
    });
    // It was switched on again while the person was asked: it need not stop.
    const { stopping } = this;
    if (manifest.plugins.some(({ id }) => id === stopping?.pluginId)) stopping?.answer(false);
    const { pathname, search } = this.location.get();
    this.moved(pathname, search);
    applied.catch((error: unknown) =>
      this.browser.log.error('the manifest could not be followed', { error: String(error) }),
    );
  }

  /** Whoever tries a build, or runs the server on this computer, can mend it; to anybody else it would be noise. */
  #warnAuthors({ plugins }: Manifest): void {
    const known = new Set(this.manifest.plugins.map(({ baseUrl }) => baseUrl));
    const isHome = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
    const theirs = plugins.filter(
      ({ id, local, slots, baseUrl }) => slots.length > 0 && (local || (isHome && isVendor(id))) && !known.has(baseUrl),
    );
    if (theirs.length === 0) return;
    const { log } = this.browser;
    import('./unknownSlots.ts')
      .then(({ warnOfUnknownSlots }) => warnOfUnknownSlots(theirs, log))
      .catch((error: unknown) => log.warn('the slots were not checked', { error: String(error) }));
  }

  /** Keeps in mind what `next` no longer gives although something in it is unsaved. */
  #close(next: Manifest): void {
    const given = new Set(next.plugins.map(({ id }) => id));
    const before = new Map(this.closing.map((one) => [one.pluginId, one]));
    const ids = new Set([...before.keys(), ...this.manifest.plugins.map(({ id }) => id)]);
    const closing = [...ids]
      .filter((id) => !given.has(id) && this.runtime.host(id) && (before.has(id) || this.runtime.unsaved(id)))
      .map((id) => before.get(id) ?? this.#closingOne(id, next));
    runInAction(() => (this.closing = closing));
  }

  #closingOne(pluginId: string, { registry }: Manifest): ClosingModule {
    const until = registry.closing[pluginId];
    const title = this.browser.pluginTexts.t(pluginId, 'module.title') || pluginId;
    return { pluginId, title, until: until === undefined ? null : Date.parse(until) };
  }

  #tried<P extends { local?: boolean | undefined }>(plugin: P): P & { localBuild?: string } {
    return plugin.local && this.localBuild !== null ? { ...plugin, localBuild: this.localBuild } : plugin;
  }

  /** What the person is looking at, if it has unsaved work and `next` no longer gives it. */
  #unsavedPage(next: Manifest): Workspace['held'] {
    const { pathname } = this.location.get();
    const shown = this.pageAt(pathname);
    if (!shown || match(next, pathname) || !this.runtime.unsaved(shown.pluginId)) return null;
    return { pathname, match: shown };
  }

  #hold(held: Workspace['held']): void {
    runInAction(() => (this.held = held));
  }

  /** One question at a time. */
  #askToStop(pluginId: string): Promise<boolean> {
    const answered = this.#questions.then(
      () =>
        new Promise<boolean>((resolve) => {
          this.#setStopping({
            pluginId,
            answer: (stop) => {
              this.#setStopping(null);
              resolve(stop);
            },
          });
        }),
    );
    this.#questions = answered;
    return answered;
  }

  #setStopping(stopping: Workspace['stopping']): void {
    runInAction(() => (this.stopping = stopping));
  }
}
