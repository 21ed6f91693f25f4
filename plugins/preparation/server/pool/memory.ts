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

export interface Share {
  faultsBefore: number | null;
  threadId: number | null;
}

/** The part of `grownMb` that each working thread takes. */
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
