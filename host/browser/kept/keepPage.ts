import { appManifestPath, keepMessage, keptPlace, workerPath } from '#registry/kept';
import { registerWorker } from '../moduleSystem.ts';

/** Registers the worker, and asks it to keep the document and its files as they are now. */
export async function keepPage(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = appManifestPath;
  // With cookies, which say the language.
  link.crossOrigin = 'use-credentials';
  document.head.append(link);
  const { active, waiting, installing } = await registerWorker(workerPath, keptPlace);
  const worker = active ?? waiting ?? installing;
  if (worker) (await started(worker)).postMessage(keepMessage);
}

function started(worker: ServiceWorker): Promise<ServiceWorker> {
  if (worker.state === 'activated') return Promise.resolve(worker);
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker);
    });
  });
}
