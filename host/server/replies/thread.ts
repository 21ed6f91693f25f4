import { Worker } from 'node:worker_threads';
import { CallError } from '@sinter/sdk/contract';
import { say } from '../say.ts';
import { threadFile } from '../threadFile.ts';
import { type Message, type MessageTask, messageSchema } from './messageTask.ts';

const longestMs = 15_000;
const heapMb = 192;

/**
 * Reads an email in a thread of its own, whose time and memory are limited: anybody can have written it. Throws NOT_POSSIBLE for
 * what cannot be read.
 */
export async function readInThread(task: MessageTask): Promise<Message> {
  const worker = new Worker(threadFile('message-thread'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let limit: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<unknown>((resolve) => {
      limit = setTimeout(() => resolve({ failed: 'It takes too long.' }), longestMs);
      worker.once('message', resolve);
      worker.once('error', (error) => resolve({ failed: String(error) }));
      worker.once('exit', () => resolve({ failed: 'It was ended.' }));
    });
    const message = messageSchema.parse(answer);
    if ('failed' in message) throw new CallError('NOT_POSSIBLE', say('replies.unreadable'));
    return message;
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}
