import type { PluginHost } from '@sinter/sdk/plugin';

/** Where the tab keeps what one person has entered for one facility. */
export interface EnteredPlace {
  key: string;
  /** The tab's own; none where the browser forbids it. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
}

export const placeOf = ({ id, serviceProvider }: PluginHost['user']): EnteredPlace => ({
  key: `scheduling.entered.${id}.${serviceProvider?.id ?? ''}`,
  storage: tabStorage(),
});

function tabStorage(): EnteredPlace['storage'] {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
