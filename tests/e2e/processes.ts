import { readFileSync, readdirSync } from 'node:fs';

interface Entry {
  pid: number;
  parent: number;
  ended: boolean;
}

/** Every process of this machine (Linux only: read from /proc). */
function all(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const entry = read(Number(name));
      return entry ? [entry] : [];
    });
}

function read(pid: number): Entry | undefined {
  try {
    // The name, in brackets, may hold anything; state and parent follow it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), ended: state === 'Z' || state === 'X' };
  } catch {
    return undefined; // it has just ended
  }
}

/** A process and everything that was started below it and still runs. */
export function treeOf(root: number): number[] {
  const entries = all().filter((entry) => !entry.ended);
  const tree = entries.some(({ pid }) => pid === root) ? [root] : [];
  for (const one of tree) tree.push(...entries.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  return tree;
}

export const isRunning = (pid: number): boolean => read(pid)?.ended === false;
