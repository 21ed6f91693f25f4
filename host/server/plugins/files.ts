import { Readable } from 'node:stream';
import type { FileStore } from '@sinter/sdk/server';
import type { FileStore as Store } from '../files/store.ts';

/** The store as server halves see it: they hand over any iterable of bytes. */
export const forServers = (store: Store): FileStore => ({
  write: (content, options) => store.write(Readable.from(content, { objectMode: false }), options),
  read: (sha256, options) => store.read(sha256, options),
});
