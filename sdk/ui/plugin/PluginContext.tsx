import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { shownCurrency, shownTimeZone } from '../../i18n/index.ts';
import { i18n } from '../../i18n/translate.ts';
import type { HostLocation, PluginHost } from '../../plugin/definePlugin.ts';
import { useReadable } from './useReadable.ts';

export const PluginContext = createContext<PluginHost | null>(null);

/** The host puts it around every page and every slot contribution. */
export const PluginProvider = PluginContext.Provider;

/** The host object of the plugin that this page or contribution belongs to. */
export function usePlugin(): PluginHost {
  const host = useContext(PluginContext);
  if (!host) throw new Error('usePlugin() is for pages and slot contributions of a plugin.');
  return host;
}

/** The plugin's translator. Redraws when the language, the currency of prices or the zone of times changes. */
export function useTexts(): PluginHost['t'] {
  const host = usePlugin();
  useTranslation(host.id, { i18n });
  useReadable(shownCurrency);
  useReadable(shownTimeZone);
  return host.t;
}

export const useLocation = (): HostLocation => useReadable(usePlugin().location);

/** Values of the path parameters of the page. */
export const useParams = (): HostLocation['params'] => useLocation().params;

/** `navigate('/order-details/5')`. Uses the host's router, which asks about unsaved work. */
export const useNavigate = (): PluginHost['navigate'] => usePlugin().navigate;

/** Tells whether a path has a screen for this person; asked again when the facility's modules change. */
export function useOpens(): PluginHost['opens'] {
  const { location, opens } = usePlugin();
  // It is told anew with every manifest.
  useReadable(location);
  return opens;
}

/** Texts of the widgets of the SDK. */
export const useUiTexts = () => useTranslation('ui', { i18n }).t;
