import * as z from 'zod';
import { queuedSchema, type Queued } from './actions.ts';

/** What the screens read last, and when. Signing out drops this database: the host knows its name (`registry/kept.ts`). */
const readName = 'kept work-center';
/** What waits to be sent stays until it is: nothing that a person did is dropped. */
const queueName = 'work-center queue';
const store = 'rows';

/** What is older is not shown any more. */
const longestMs = 3 * 24 * 3_600_000;

const readingSchema = z.object({ at: z.number(), value: z.unknown() });
export type Reading = z.infer<typeof readingSchema>;

/** What a device keeps for the person who works there. */
export interface Shelf {
  reading(key: string): Promise<Reading | null>;
  keep(key: string, value: unknown): Promise<void>;
  /** All that waits, the first first. */
  queue(): Promise<Queued[]>;
  add(action: Omit<Queued, 'seq' | 'owner'>): Promise<void>;
  put(action: Queued): Promise<void>;
  remove(action: Queued): Promise<void>;
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The device does not keep anything.')));
  });
}

async function opened(name: string, options: IDBObjectStoreParameters): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, options));
  const database = await result(request);
  // It is dropped, by this page or another one.
  database.addEventListener('versionchange', () => database.close());
  return database;
}

/** Deletes what is too old, whoever read it. */
function prune(readings: IDBObjectStore): void {
  const walk = readings.openCursor();
  walk.addEventListener('success', () => {
    const row = walk.result;
    if (!row) return;
    const { data } = readingSchema.safeParse(row.value);
    if (!data || Date.now() - data.at > longestMs) row.delete();
    row.continue();
  });
}

/** The shelf of `owner`; others' rows are not given. `null` where the browser keeps nothing. */
export function openShelf(owner: string): Shelf | null {
  if (typeof indexedDB === 'undefined') return null;
  const open: Partial<Record<string, Promise<IDBDatabase>>> = {};
  const rows = async (name: string, options: IDBObjectStoreParameters, mode: IDBTransactionMode) => {
    const database = (open[name] ??= opened(name, options));
    return (await database).transaction(store, mode).objectStore(store);
  };
  let pruned = false;
  const readings = async (mode: IDBTransactionMode) => {
    if (!pruned) {
      pruned = true;
      prune(await rows(readName, {}, 'readwrite'));
    }
    return rows(readName, {}, mode);
  };
  const actions = (mode: IDBTransactionMode) => rows(queueName, { keyPath: 'seq', autoIncrement: true }, mode);
  return {
    async reading(key) {
      const found: unknown = await result((await readings('readonly')).get(`${owner} ${key}`));
      const reading = readingSchema.safeParse(found).data;
      return reading && Date.now() - reading.at < longestMs ? reading : null;
    },
    async keep(key, value) {
      await result((await readings('readwrite')).put({ at: Date.now(), value }, `${owner} ${key}`));
    },
    async queue() {
      const all: unknown = await result((await actions('readonly')).getAll());
      return z
        .array(queuedSchema)
        .parse(all)
        .filter((action) => action.owner === owner);
    },
    async add(action) {
      // The browser may clear what it was not asked to keep.
      void globalThis.navigator.storage?.persist?.().catch(() => false);
      await result((await actions('readwrite')).add({ ...action, owner }));
    },
    async put(action) {
      await result((await actions('readwrite')).put(action));
    },
    async remove({ seq }) {
      await result((await actions('readwrite')).delete(seq));
    },
  };
}
