import { useEffect } from 'react';
import { usePlugin } from './PluginContext.tsx';

/** While `unsaved`, the user is asked before leaving the screen. */
export function useUnsaved(unsaved: boolean): void {
  const host = usePlugin();
  useEffect(() => host.beforeStop(() => (unsaved ? 'unsaved' : 'ready')), [host, unsaved]);
}
