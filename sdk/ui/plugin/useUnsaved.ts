import { createContext, useContext, useEffect } from 'react';
import type { PluginHost } from '../../plugin/definePlugin.ts';
import { PluginContext, usePlugin } from './PluginContext.tsx';

/** While `unsaved`, the user is asked before leaving the screen. */
export function useUnsaved(unsaved: boolean): void {
  const host = usePlugin();
  useEffect(() => host.beforeStop(() => (unsaved ? 'unsaved' : 'ready')), [host, unsaved]);
}

/** An event of `window`: the person leaves the screen without what is entered there. */
export const entriesGivenUp = 'sinter:entriesGivenUp';

/** What a form needs of whoever shows it. */
export type FormHost = Pick<PluginHost, 'user' | 'log' | 'beforeStop'>;

/** Around the host's own forms, which belong to no plugin. */
export const FormHostContext = createContext<FormHost | null>(null);

/** `null`: before anybody has signed in. */
export function useFormHost(): FormHost | null {
  const own = useContext(FormHostContext);
  return useContext(PluginContext) ?? own;
}
