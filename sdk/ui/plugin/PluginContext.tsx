import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { shownCurrency } from '../../i18n/index.ts';
import { i18n } from '../../i18n/index.ts';
import type { HostLocation, PluginHost } from '../../plugin/definePlugin.ts';
import { useReadable } from './useReadable.ts';

const PluginContext = createContext<PluginHost | null>(null);

/** Put by the host around every page and every slot contribution. */
export const PluginProvider = PluginContext.Provider;

/** The host object of the plugin whose page or contribution this is. */
export function usePlugin(): PluginHost {
  const host = useContext(PluginContext);
  if (!host) throw new Error('usePlugin() is for pages and slot contributions of a plugin.');
  return host;
}

/** The plugin's translator; draws again when the language or the currency of prices changes. */
export function useTexts(): PluginHost['t'] {
  const host = usePlugin();
  useTranslation(host.id, { i18n });
  useReadable(shownCurrency);
  return host.t;
}

export const useLocation = (): HostLocation => useReadable(usePlugin().location);

/** Values of the page's path parameters. */
export const useParams = (): HostLocation['params'] => useLocation().params;

/** `navigate('/order-details/5')`; goes through the host's router, so unsaved work is asked about. */
export const useNavigate = (): PluginHost['navigate'] => usePlugin().navigate;

/** Texts of the SDK's own widgets. */
export const useUiTexts = () => useTranslation('ui', { i18n }).t;
