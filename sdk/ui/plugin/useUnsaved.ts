import { useEffect } from 'react';
import { usePlugin } from './PluginContext.tsx';

/** While `unsaved`, leaving the screen is asked about first. */
export function useUnsaved(unsaved: boolean): void {
  const host = usePlugin();
  useEffect(() => host.beforeStop(() => (unsaved ? 'unsaved' : 'ready')), [host, unsaved]);
}
