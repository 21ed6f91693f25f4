import { returnBuffer, takeInts } from './bufferPool.ts';

/** Sets of numbers, each number in one of them. The lowest number represents its set. */
export class DisjointSets {
  /** For each number another one of its set, which is lower unless the number represents the set. */
  readonly parent: Int32Array<ArrayBuffer>;

  constructor(count: number) {
    this.parent = takeInts('sets', count);
    for (let i = 0; i < count; i++) this.parent[i] = i;
  }

  find(member: number): number {
    return findIn(this.parent, member);
  }

  union(a: number, b: number): void {
    const { parent } = this;
    const rootA = findIn(parent, a);
    const rootB = findIn(parent, b);
    if (rootA < rootB) parent[rootB] = rootA;
    else if (rootB < rootA) parent[rootA] = rootB;
  }

  /** Releases the memory for the next sets. The present ones must not be used afterwards. */
  release(): void {
    returnBuffer('sets', this.parent.buffer);
  }
}

function findIn(parent: Int32Array, member: number): number {
  let at = member;
  for (;;) {
    const up = parent[at] ?? at;
    if (up === at) return at;
    const upper = parent[up] ?? up;
    parent[at] = upper;
    at = upper;
  }
}
