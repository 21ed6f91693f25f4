import { parentPort, workerData } from 'node:worker_threads';
import type { MessageTask } from './messageTask.ts';
import { readMessage } from './readMessage.ts';

// One email for each thread: whatever it does to it ends with it.
readMessage(workerData as MessageTask).then(
  (message) => parentPort?.postMessage(message),
  (error: unknown) => parentPort?.postMessage({ failed: String(error) }),
);
