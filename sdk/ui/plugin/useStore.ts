import { useEffect, useState } from 'react';
import type { PluginHost } from '../../plugin/definePlugin.ts';
import type { Dispose } from '../../plugin/readable.ts';
import { usePlugin } from './PluginContext.tsx';

/**
 * A store that lives as long as the screen: created once, started when the screen is mounted, disposed of when it is
 * unmounted.
 */
export function useStore<Store extends { start(): Dispose }>(create: (host: PluginHost) => Store): Store {
  const host = usePlugin();
  const [store] = useState(() => create(host));
  useEffect(() => store.start(), [store]);
  return store;
}
