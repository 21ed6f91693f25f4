import type { Manifest, ManifestPlugin } from '#registry/manifest';
import { opens } from '#registry/pages';
import { isVendor } from '#registry/terms';
import type { ApiClient } from '@sinter/sdk/api';
import type { FlagKey } from '@sinter/sdk/contract/flags';
import { CallError } from '@sinter/sdk/contract/errors';
import { reconnected } from '@sinter/sdk/contract/host/events';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Dispose, HostLocation, Logger, PluginHost, Readable, StopAnswer } from '@sinter/sdk/plugin';
import type { EventBus } from './events.ts';
import { messageOf } from './failure.ts';
import { pluginClient } from './pluginClient.ts';
import type { Loader } from './loader.ts';
import type { PageRegistry } from './pages.ts';
import type { Scope } from './scope.ts';
import { providerOf } from './services.ts';
import type { ServiceDirectory } from './services.ts';
import type { SlotRegistry } from './slots.ts';

/** Services of the host that plugins use. */
export interface HostServices {
  /** A client with the rights of this plugin. */
  api(plugin: Pick<ManifestPlugin, 'id' | 'version' | 'local'>): ApiClient;
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
  return Object.freeze<Logger>({
    debug: (message, facts) => log.debug(message, { ...facts, ...about }),
    info: (message, facts) => log.info(message, { ...facts, ...about }),
    warn: (message, facts) => log.warn(message, { ...facts, ...about }),
    error: (message, facts) => log.error(message, { ...facts, ...about }),
  });
};

/** The host object for one plugin. `unsaved` runs the checks that the plugin registered with `beforeStop`. */
export function createPluginHost(
  plugin: ManifestPlugin,
  scope: Scope,
  log: Logger,
  { services, manifest, loader, directory, slots, events, pages }: HostParts,
): { host: PluginHost; unsaved(): boolean } {
  const checks = new Set<() => StopAnswer>();
  const vendor = isVendor(plugin.id);
  const isOwn = (type: string): boolean => type.startsWith(`${plugin.id}.`);
  const mayHear = (type: string): boolean =>
    !vendor || isOwn(type) || type === reconnected.type || plugin.subscribes.includes(type);
  let stopped = false;
  // The first that is registered goes last: what the plugin does while it stops still reaches the server.
  scope.add(() => void (stopped = true));

  /** Whether `plugin.json` declares the page, even if this user may not open it. */
  const declaresPage = (pageId: string): boolean =>
    plugin.pages.some(({ id }) => id === pageId) ||
    manifest().absent.some(({ kind, id }) => kind === 'page' && id === `${plugin.id}/${pageId}`);

  const host = Object.freeze<PluginHost>({
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
      const provider = providerOf(token);
      const mayAsk = !vendor || provider === plugin.id || plugin.startsAfter.includes(provider);
      const service = mayAsk ? directory.find(token) : undefined;
      if (service === undefined) {
        throw new Error(
          `Nobody provides ${token.id}. List ${provider} under "startsAfter" in plugin.json of ${plugin.id}.`,
        );
      }
      return service;
    },
    events: Object.freeze<PluginHost['events']>({
      on(event, listener) {
        if (!mayHear(event.type)) {
          throw new Error(
            `${plugin.id} hears nothing of ${event.type}: list it under "events.subscribes" in plugin.json.`,
          );
        }
        return scope.add(events.on(event, listener, log));
      },
      emit(event, payload) {
        if (stopped) throw new Error(`${plugin.id} has been stopped.`);
        if (vendor && !isOwn(event.type)) throw new Error(`An event of ${plugin.id} begins with ${plugin.id}.`);
        events.emit(event, payload);
      },
    }),
    api: pluginClient(services.api(plugin), () => stopped),
    t: (key, values) => services.i18n.t(plugin.id, key, values),
    location: Object.freeze(scope.readable(services.location)),
    opens: (path) => opens(manifest(), path),
    navigate: (to, options) => services.navigate(to, options),
    log,
    beforeStop(check) {
      checks.add(check);
      return scope.add(() => checks.delete(check));
    },
    onStop: (dispose) => void scope.add(dispose),
  });

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
