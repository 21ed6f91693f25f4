import { usePlugin } from '@sinter/sdk/ui';
import { useEffect } from 'react';
import { type Maintenance, maintenance } from './Maintenance.ts';

/** The plugin's one store, kept up to date as long as somebody shows it. */
export function useMaintenance(): Maintenance {
  const store = usePlugin().get(maintenance);
  useEffect(() => store.start(), [store]);
  return store;
}
