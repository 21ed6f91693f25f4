import { createContext } from 'react';

/** The id of the option that Enter would choose; the search around the results provides it. */
export const ActiveOption = createContext<string | null>(null);
