import { useEffect, useState } from 'react';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { usePlugin } from '@sinter/sdk/ui';

/** A store that lives as long as the screen. */
export function useStore<Store extends { start(): Dispose }>(create: (host: PluginHost) => Store): Store {
  const host = usePlugin();
  const [store] = useState(() => create(host));
  useEffect(() => store.start(), [store]);
  return store;
}
