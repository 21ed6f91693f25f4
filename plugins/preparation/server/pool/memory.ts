import { readFileSync } from 'node:fs';

/**
 * What threads take of the process's memory. Typed arrays and WebAssembly lie outside of the heap that a thread can be
 * limited to, and the operating system counts memory only for the process: its growth is shared out by the pages that
 * each thread was the first to touch. Where those are not told (elsewhere than on Linux), equally.
 */

export const processMb = (): number => process.memoryUsage.rss() / 2 ** 20;

/** Pages the thread has touched for the first time, since it began; `null` where nobody counts. */
export function pageFaults(threadId: number | null): number | null {
  if (threadId === null) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    // The name in brackets may hold spaces; minor faults are the eighth field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[7]);
  } catch {
    return null;
  }
}

export interface Share {
  faultsBefore: number | null;
  threadId: number | null;
}

/** Of `grownMb`, what each of the working threads took. */
export function shareOut<T extends Share>(grownMb: number, working: readonly T[]): { thread: T; mb: number }[] {
  const faults = working.map(({ threadId, faultsBefore }) => {
    const now = pageFaults(threadId);
    return now === null || faultsBefore === null ? null : Math.max(0, now - faultsBefore);
  });
  const total = faults.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const counted = total > 0 && !faults.includes(null);
  return working.map((thread, i) => ({
    thread,
    mb: counted ? (grownMb * (faults[i] ?? 0)) / total : grownMb / working.length,
  }));
}
