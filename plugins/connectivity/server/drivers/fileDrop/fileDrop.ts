import type { OpenDriver } from '../driver.ts';

/** What programs beside the machines bring as files of readings (`connectivity.drop`). */
export const openFileDrop: OpenDriver = (link) => ({ cursor: () => '', read: () => link.dropped() });
