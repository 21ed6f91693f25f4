import type { ManifestPlugin } from '#registry/manifest';
import type { Dispose, Plugin, PluginHost } from '@sinter/sdk/plugin';
import { asFailure, messageOf } from './failure.ts';
import { createPluginHost, pluginLogger } from './pluginHost.ts';
import type { HostParts } from './pluginHost.ts';
import { Scope } from './scope.ts';
import type { RootContainer } from './scope.ts';
import type { StyleDom } from './styles.ts';
import type { Watchdog } from './watchdog.ts';

/** A plugin whose `setup` is done. */
export interface Running {
  /** The host object for the screens of this plugin. */
  host: PluginHost;
  unsaved(): boolean;
  dispose(): void;
}

export interface Activator {
  /** Fetches the plugin's texts. A plugin also starts when this fails. */
  loadTexts(plugin: ManifestPlugin, signal: AbortSignal): Promise<Dispose>;
  /** Runs `setup`. When that fails, everything it registered is removed. Takes over `disposeTexts`. */
  activate(plugin: ManifestPlugin, definition: Plugin, disposeTexts: Dispose, signal: AbortSignal): Promise<Running>;
}

export function createActivator(root: RootContainer, dom: StyleDom, watchdog: Watchdog, parts: HostParts): Activator {
  return {
    async loadTexts(plugin, signal) {
      const load = () => parts.services.i18n.load(plugin.id, plugin.locales);
      try {
        return await watchdog.watch('load', `Loading the texts of ${plugin.id}`, load, {
          signal,
          late: (dispose) => dispose(),
        });
      } catch (error) {
        signal.throwIfAborted();
        pluginLogger(parts.services.log, plugin).warn('Its texts could not be loaded.', { error: messageOf(error) });
        return () => undefined;
      }
    },
    async activate(plugin, definition, disposeTexts, signal) {
      const log = pluginLogger(parts.services.log, plugin);
      const scope = new Scope(root, log);
      try {
        scope.add(disposeTexts);
        for (const path of plugin.tier === 'frame' ? [] : plugin.styles) {
          const sheet = { pluginId: plugin.id, href: plugin.baseUrl + path, integrity: plugin.files[path] ?? '' };
          scope.add(dom.add(sheet));
        }
        const { host, unsaved } = createPluginHost(plugin, scope, log, parts);
        await watchdog.watch('setup', `Setting up ${plugin.id}`, () => definition.setup(host), { signal });
        return { host, unsaved, dispose: () => scope.dispose() };
      } catch (error) {
        scope.dispose();
        signal.throwIfAborted();
        throw asFailure(error, 'setup');
      }
    },
  };
}
