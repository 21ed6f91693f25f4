import { useSyncExternalStore } from 'react';
import type { Readable } from '../../plugin/readable.ts';

/** The present value of `readable`; redraws when it changes. */
export const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.get);
