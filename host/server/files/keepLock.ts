/** Held by a backup while it reads contents; who removes one takes it shared, and comes again where it is held. */
export const keepLock = `hashtextextended('contents are kept', 7)`;
