import { readFileSync } from 'node:fs';

/**
 * How much memory of the process each thread takes. Typed arrays and WebAssembly lie outside the heap that a thread
 * can be limited to, and the operating system counts memory only for the process. So the growth of the process is
 * divided by the number of pages that each thread touched first, or equally where that number is not known (on other
 * systems than Linux).
 */

export const processMb = (): number => process.memoryUsage.rss() / 2 ** 20;

/** Number of pages that the thread has touched first since it began; `null` where it is not known. */
export function pageFaults(threadId: number | null): number | null {
  if (threadId === null) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    // The name in brackets may contain spaces. The count of minor faults is the eighth field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[7]);
  } catch {
    return null;
  }
}

/** A thread at work, and how much memory its task has taken so far. */
export interface Taker {
  threadId: number | null;
  faultsSeen: number | null;
  takenMb: number;
}

/**
 * Adds what the process grew by since the last time to the threads that grew it. Only what is new is shared out: what
 * a thread leaves behind when it ends is never counted to those that go on working.
 */
export function charge(grownMb: number, working: Iterable<Taker>): void {
  const shares = [...working].map((taker) => {
    const faults = pageFaults(taker.threadId);
    const known = faults !== null && taker.faultsSeen !== null;
    const touched = known ? Math.max(0, faults - (taker.faultsSeen ?? 0)) : null;
    taker.faultsSeen = faults;
    return { taker, touched };
  });
  const total = shares.reduce((sum, { touched }) => sum + (touched ?? 0), 0);
  const counted = total > 0 && shares.every(({ touched }) => touched !== null);
  for (const { taker, touched } of shares) {
    const share = counted ? (touched ?? 0) / total : 1 / shares.length;
    taker.takenMb = Math.max(0, taker.takenMb + grownMb * share);
  }
}
