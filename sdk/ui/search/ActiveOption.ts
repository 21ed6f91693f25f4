import { createContext } from 'react';

/** The option that Enter would choose now, by its element's id; given by the search around the results. */
export const ActiveOption = createContext<string | null>(null);
