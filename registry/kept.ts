/** The pages that work without the server: their browser keeps the document and its files (`host/worker/`). */
export const keptPlace = '/service-provider/work-center';

export const isKeptPlace = (pathname: string): boolean =>
  pathname === keptPlace || pathname.startsWith(`${keptPlace}/`);

export const workerPath = `${keptPlace}/worker.js`;
export const appManifestPath = `${keptPlace}/app.webmanifest`;

/** On the worker's own request for the document. */
export const keepHeader = 'x-keep-page';

/** Element of that document with all files that its pages may load. */
export const keptFilesId = 'kept-files';

export interface KeptFile {
  address: string;
  integrity?: string;
}

/** Of the cache with the document and its files, and of the database with what the pages read last. Sign-out drops both. */
export const keptName = 'kept work-center';

/** What a page says to the worker. */
export const keepMessage = 'keep';

/** A document that was kept longer ago says too little of what somebody may still do. */
export const keptForMs = 3 * 24 * 3_600_000;
