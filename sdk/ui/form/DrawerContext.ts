import { createContext } from 'react';

export interface DrawerPlace {
  /** What the forms in it keep is forgotten by these when the person gives it up. */
  forgets: Set<() => void>;
  /** Asks first when something entered would be lost. */
  close: () => void;
}

/** The drawer around a form. */
export const DrawerContext = createContext<DrawerPlace | null>(null);
