import type { Manifest, ManifestPlugin } from '#registry/manifest';
import { opens } from '#registry/pages';
import type { ApiClient } from '@sinter/sdk/api';
import type { FlagKey } from '@sinter/sdk/contract/flags';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Dispose, HostLocation, Logger, PluginHost, Readable, StopAnswer } from '@sinter/sdk/plugin';
import type { EventBus } from './events.ts';
import { messageOf } from './failure.ts';
import type { Loader } from './loader.ts';
import type { PageRegistry } from './pages.ts';
import type { Scope } from './scope.ts';
import { providerOf } from './services.ts';
import type { ServiceDirectory } from './services.ts';
import type { SlotRegistry } from './slots.ts';

/** Services of the host that plugins use. */
export interface HostServices {
  /** A client with the rights of this plugin. */
  api(pluginId: string): ApiClient;
  user(): SessionUser | null;
  i18n: {
    /** Fetches a plugin's texts and adds them until the result is called. `locales`: addresses by language. */
    load(pluginId: string, locales: Readonly<Record<string, string>>): Promise<Dispose>;
    t(pluginId: string, key: string, values?: Record<string, string | number>): string;
  };
  location: Readable<HostLocation>;
  navigate(to: string, options?: { replace?: boolean }): void;
  log: Logger;
}

export interface HostParts {
  services: HostServices;
  manifest: () => Manifest;
  loader: Loader;
  directory: ServiceDirectory;
  slots: SlotRegistry;
  events: EventBus;
  pages: PageRegistry;
}

export const pluginLogger = (log: Logger, { id, version }: ManifestPlugin): Logger => {
  const about = { plugin: id, version };
  return {
    debug: (message, facts) => log.debug(message, { ...facts, ...about }),
    info: (message, facts) => log.info(message, { ...facts, ...about }),
    warn: (message, facts) => log.warn(message, { ...facts, ...about }),
    error: (message, facts) => log.error(message, { ...facts, ...about }),
  };
};

/** The host object for one plugin. `unsaved` runs the checks that the plugin registered with `beforeStop`. */
export function createPluginHost(
  plugin: ManifestPlugin,
  scope: Scope,
  log: Logger,
  { services, manifest, loader, directory, slots, events, pages }: HostParts,
): { host: PluginHost; unsaved(): boolean } {
  const checks = new Set<() => StopAnswer>();

  /** Whether `plugin.json` declares the page, even if this user may not open it. */
  const declaresPage = (pageId: string): boolean =>
    plugin.pages.some(({ id }) => id === pageId) ||
    manifest().absent.some(({ kind, id }) => kind === 'page' && id === `${plugin.id}/${pageId}`);

  const host: PluginHost = {
    id: plugin.id,
    get user() {
      const user = services.user();
      if (!user) throw new CallError('UNAUTHENTICATED');
      return user;
    },
    flag: (key: FlagKey) => manifest().flags[key] ?? false,
    page(pageId, load) {
      if (!declaresPage(pageId)) throw new Error(`plugin.json of ${plugin.id} declares no page ${pageId}.`);
      scope.add(pages.add(plugin.id, pageId, () => loader.loadPart(plugin, `Loading the page ${pageId}`, load)));
    },
    slot(slot, contribution) {
      if (!plugin.slots.some((declared) => declared.slot === slot.id && declared.id === contribution.id)) {
        throw new Error(`plugin.json of ${plugin.id} declares no ${contribution.id} for ${slot.id}.`);
      }
      const load = () => loader.loadPart(plugin, `Loading ${contribution.id}`, () => contribution.load());
      scope.add(slots.add(plugin.id, slot, { ...contribution, load }));
    },
    provide(token, service) {
      if (providerOf(token) !== plugin.id)
        throw new Error(`${plugin.id} cannot provide ${token.id}: it begins with another id.`);
      scope.provide(token, service);
      scope.add(directory.add(token, scope));
    },
    get(token) {
      const service = directory.find(token);
      if (service === undefined) {
        throw new Error(
          `Nobody provides ${token.id}. List ${providerOf(token)} under "startsAfter" in plugin.json of ${plugin.id}.`,
        );
      }
      return service;
    },
    events: {
      on: (event, listener) => scope.add(events.on(event, listener, log)),
      emit: (event, payload) => events.emit(event, payload),
    },
    api: services.api(plugin.id),
    t: (key, values) => services.i18n.t(plugin.id, key, values),
    location: scope.readable(services.location),
    opens: (path) => opens(manifest(), path),
    navigate: (to, options) => services.navigate(to, options),
    log,
    beforeStop(check) {
      checks.add(check);
      return scope.add(() => checks.delete(check));
    },
    onStop: (dispose) => void scope.add(dispose),
  };

  function unsaved(): boolean {
    return [...checks].some((check) => {
      try {
        return check() === 'unsaved';
      } catch (error) {
        log.error('a beforeStop check failed', { error: messageOf(error) });
        return false;
      }
    });
  }
  return { host, unsaved };
}
