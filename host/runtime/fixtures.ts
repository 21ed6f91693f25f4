import { vi } from 'vitest';
import type { ApiClient } from '@sinter/sdk/api';
import { definePlugin } from '@sinter/sdk/plugin';
import type { HostLocation, Logger, Plugin, PluginHost } from '@sinter/sdk/plugin';
import { contentHash } from '#registry/canonical';
import { flagsFrom } from '#registry/flags';
import type { Manifest, ManifestPlugin } from '#registry/manifest';
import type { FailureReport } from './lifecycle.ts';
import type { ModuleSystem, Probe } from './loader.ts';
import { createRuntime } from './runtime.ts';
import type { RuntimeOptions } from './runtime.ts';
import { createStore } from './store.ts';
import { systemTimers } from './watchdog.ts';

/** Replaces the browser in the tests of this folder. */

const hash = `sha384-${'A'.repeat(64)}`;

export function pluginOf(id: string, change: Partial<ManifestPlugin> = {}): ManifestPlugin {
  const version = change.version ?? '1.0.0';
  return {
    id,
    version,
    publisher: 'Acme',
    tier: 'page',
    baseUrl: `/plugins/${id}/${version}/`,
    entry: 'entry.js',
    styles: ['style.css'],
    files: { 'entry.js': hash, 'page.js': hash, 'style.css': hash },
    depcache: {},
    signature: null,
    locales: { en_US: `/plugins/${id}/${version}/locales/en_US.json` },
    pages: [{ id: 'main', path: `/${id}`, title: 'title', layout: 'full' }],
    slots: [],
    subscribes: [],
    startsAfter: [],
    minimal: false,
    ...change,
  };
}

export function manifestOf(plugins: ManifestPlugin[], change: Partial<Manifest> = {}): Manifest {
  const content = {
    schema: 1 as const,
    facilityId: 1,
    plugins,
    keys: {},
    menu: [],
    profileMenu: [],
    topNav: [],
    labels: {},
    settings: [],
    flags: flagsFrom(() => true),
    absent: [],
    ...change,
  };
  return { registry: { revision: 0, closing: {} }, ...content, revision: contentHash(content) };
}

const origin = 'https://host.test';
const absolute = (url: string): string => new URL(url, origin).href;
const never = new Promise<never>(() => undefined);
export const hang = (): Promise<never> => never;
export const unreachable = (url: string): Error =>
  new Error(`Error loading ${absolute(url)} (SystemJS Error#3 https://…)`);

type Answer = unknown | (() => unknown);

/** Remembers what was loaded and what failed, as SystemJS does. `serve` sets what an address answers. */
export class FakeSystem implements ModuleSystem {
  readonly maps: Parameters<ModuleSystem['addImportMap']>[0][] = [];
  readonly requests: string[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #imports = new Map<string, string>();
  readonly #registry = new Map<string, { done: Promise<unknown>; module: unknown }>();

  /** A function is called for each request; it may throw or never answer. */
  serve(url: string, answer: Answer): void {
    this.#answers.set(absolute(url), answer);
  }
  addImportMap(map: Parameters<ModuleSystem['addImportMap']>[0]): void {
    this.maps.push(map);
    for (const [name, url] of Object.entries(map.imports)) this.#imports.set(name, absolute(url));
  }
  resolve(id: string): string {
    return this.#imports.get(id) ?? absolute(id);
  }
  import(id: string): Promise<unknown> {
    const url = this.resolve(id);
    const known = this.#registry.get(url);
    if (known) return known.done;
    this.requests.push(url);
    const answer = this.#answers.get(url);
    const load = { done: Promise.resolve<unknown>(undefined), module: null as unknown };
    load.done = (async () => {
      if (answer === undefined) throw unreachable(url);
      load.module = await (typeof answer === 'function' ? answer() : answer);
      return load.module;
    })();
    this.#registry.set(url, load);
    return load.done;
  }
  get(url: string): unknown {
    return this.#registry.get(url)?.module ?? null;
  }
  delete(url: string): boolean {
    return this.#registry.delete(url);
  }
}

export const silentLog = (): Logger => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

/** A logger, an api and the other services, with counts of everything that must be gone at the end. */
export function fakeHost() {
  const system = new FakeSystem();
  const sheets = new Set<string>();
  const texts = new Set<string>();
  let listeners = 0;
  const location = createStore<HostLocation>({ pathname: '/', search: '', params: {} });
  const failures: FailureReport[] = [];
  const api: ApiClient = { call: () => never, upload: () => never, bytes: () => never, href: () => '' };
  const probe = vi.fn<Probe>(() => Promise.reject(new TypeError('Failed to fetch')));
  const log = silentLog();
  const confirmStop = vi.fn((_pluginId: string) => Promise.resolve(true));
  const drain = vi.fn((_pluginId: string) => Promise.resolve());
  const loadTexts = vi.fn((pluginId: string) => {
    texts.add(pluginId);
    return Promise.resolve(() => void texts.delete(pluginId));
  });

  const options = (manifest: Manifest): RuntimeOptions => ({
    manifest,
    system,
    probe,
    subtle: undefined,
    services: {
      api: () => api,
      user: () => null,
      i18n: { load: loadTexts, t: (pluginId, key) => `${pluginId}:${key}` },
      location: {
        get: location.get,
        subscribe(listener) {
          listeners++;
          const unsubscribe = location.subscribe(listener);
          return () => {
            listeners--;
            unsubscribe();
          };
        },
      },
      navigate: (pathname) => location.set({ pathname, search: '', params: {} }),
      log,
    },
    framed: (plugin) => Promise.resolve(definePlugin({ id: plugin.id, setup: () => undefined })),
    dom: {
      add({ href }) {
        sheets.add(href);
        return () => sheets.delete(href);
      },
    },
    timers: systemTimers,
    confirmStop,
    drain,
    onFailure: (failure) => failures.push(failure),
    onLoaded: () => undefined,
  });

  return {
    system,
    sheets,
    texts,
    failures,
    probe,
    log,
    confirmStop,
    drain,
    loadTexts,
    location,
    listeners: () => listeners,
    /** Serves the plugin's entry. */
    serve(plugin: ManifestPlugin, setup: (host: PluginHost) => void | Promise<void> = () => undefined): void {
      system.serve(plugin.baseUrl + plugin.entry, { default: definePlugin({ id: plugin.id, setup }) satisfies Plugin });
    },
    run: (...plugins: ManifestPlugin[]) => createRuntime(options(manifestOf(plugins))),
    runManifest: (manifest: Manifest) => createRuntime(options(manifest)),
  };
}
export type FakeHost = ReturnType<typeof fakeHost>;

export const Page = () => null;
export const withPage = (host: PluginHost): void => host.page('main', () => Promise.resolve({ default: Page }));
