import { useEffect } from 'react';

/** Begins to fetch code that is drawn as soon as there is data; the build names it with its page's own (`pageFiles.ts`). What fails is met again, and told, when it is drawn. */
export const useEarly = (load: () => Promise<unknown>): void =>
  useEffect(() => {
    load().catch(() => undefined);
  }, [load]);
