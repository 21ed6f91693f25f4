import { parentPort } from 'node:worker_threads';
import { draw } from './draw.ts';
import { drawingSchema, type Drawn } from './task.ts';

const tellEveryMs = 500;

/** Draws one document after the other; whoever started the thread ends it where one takes too long. */
parentPort?.on('message', (asked: unknown) => {
  void drawn(asked).then((answer) => parentPort?.postMessage(answer, 'bytes' in answer ? [buffers(answer.bytes)] : []));
});

async function drawn(asked: unknown): Promise<Drawn> {
  try {
    let told = Date.now();
    const answer = await draw(drawingSchema.parse(asked), (sheets) => {
      if (Date.now() - told < tellEveryMs) return;
      told = Date.now();
      parentPort?.postMessage({ sheets });
    });
    // A small buffer is a piece of one that it shares with others: a copy can be handed over.
    return 'bytes' in answer ? { ...answer, bytes: Uint8Array.from(answer.bytes) } : answer;
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const buffers = ({ buffer }: Uint8Array): ArrayBuffer => {
  if (buffer instanceof ArrayBuffer) return buffer;
  throw new Error('The bytes are shared.');
};
