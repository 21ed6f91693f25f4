import type { Candidate, Lattice, Triple } from './candidates.ts';
import { Fill, type PutDown } from './fill.ts';

/** A part whose copies are to be placed, in any of the ways in which it may lie. */
export interface Kind {
  id: number;
  quantity: number;
  volumeMm3: number;
  size: Triple;
  candidates: readonly Candidate[];
  /** Voxels of one copy. */
  bulk: number;
}

export interface PassResult {
  recipe: Recipe;
  builds: (PutDown & { kind: Kind })[][];
  left: { kind: Kind; quantity: number }[];
  /** There was no time for what is left; else no build. */
  timeless: boolean;
  /**
   * Less is better, the first that differs decides: copies left, builds, voxels of their heights together, and of the tops of all
   * parts, so that a step towards a lower build counts before it gets there.
   */
  score: readonly [left: number, builds: number, height: number, tops: number];
}

interface Pass {
  /** From 0 on. */
  pass: number;
  random: () => number;
  mostBuilds: number;
  /** To be beaten. */
  best: PassResult | null;
  stopped: () => boolean;
  onProgress: (share: number) => void;
}

/**
 * One arrangement. `null`: it does not beat the best, which is found out as early as possible. `STOPPED`: it was stopped before it
 * was whole; the first one then answers what it has.
 */
export function runPass(lattice: Lattice, kinds: readonly Kind[], given: Pass): PassResult | 'STOPPED' | null {
  const { best, mostBuilds, stopped, onProgress } = given;
  const recipe = recipeOf(kinds, given);
  let queue = queueOf(kinds, recipe);
  const wanted = queue.length;
  const builds: PassResult['builds'] = [];
  let height = 0;
  let placed = 0;
  let tops = 0;
  let timeless = false;
  while (queue.length > 0 && builds.length < mostBuilds && !timeless) {
    const fill = new Fill(lattice);
    const build: PassResult['builds'][number] = [];
    const full = new Set<Kind>();
    const later: Kind[] = [];
    for (const kind of queue) {
      timeless ||= stopped();
      if (timeless && best) return 'STOPPED';
      const put = timeless || full.has(kind) ? null : fill.put(recipe.ways.get(kind) ?? kind.candidates);
      if (put) {
        build.push({ ...put, kind });
        tops += lattice.flat ? put.corner[1] + put.candidate.size[1] : put.corner[2] + put.candidate.size[2];
        onProgress(++placed / wanted);
        if (best && cannotBeat(best, builds.length + 1, height + heightOf(lattice, fill))) return null;
      } else {
        full.add(kind);
        later.push(kind);
      }
    }
    if (build.length === 0) break;
    builds.push(build);
    height += heightOf(lattice, fill);
    queue = later;
  }
  const result: PassResult = {
    recipe,
    builds,
    left: kinds.flatMap((kind) => {
      const quantity = queue.filter((each) => each === kind).length;
      return quantity > 0 ? [{ kind, quantity }] : [];
    }),
    timeless,
    score: [queue.length, builds.length, height, tops],
  };
  return !best || isLess(result.score, best.score) ? result : null;
}

/** On a plate, what is used of it. */
const heightOf = ({ flat }: Lattice, fill: Fill): number => (flat ? fill.reach : fill.top);

/** Where the best leaves nothing behind: more builds, or as many and as high, are no better. */
const cannotBeat = ({ score: [left, most, high] }: PassResult, builds: number, height: number): boolean =>
  left === 0 && (builds > most || (builds === most && height > high));

const isLess = (one: PassResult['score'], other: PassResult['score']): boolean => {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
};

/** The first passes take the largest parts first, in different senses; those after it disturb the best one's order. */
const senses: readonly ((kind: Kind) => number)[] = [
  ({ bulk }) => bulk,
  ({ size }) => size[0] * size[1] * size[2],
  ({ size }) => Math.max(...size),
];
const disturbances = [0.1, 0.4, 0.2, 0.8];
/** How many of the kinds may lie in some of their ways only, or in all again, and in how many of them. */
const changedKinds = 0.15;
const limitedWays = 0.5;

/** In which order kinds are placed, the highest first, and the ways in which some have to lie. */
interface Recipe {
  keys: ReadonlyMap<Kind, number>;
  ways: ReadonlyMap<Kind, readonly Candidate[]>;
}

function recipeOf(kinds: readonly Kind[], { pass, random, best }: Pass): Recipe {
  const sense = senses[pass];
  if (sense || !best) {
    return { keys: new Map(kinds.map((kind) => [kind, (sense ?? senses[0])?.(kind) ?? 0])), ways: new Map() };
  }
  const disturbance = disturbances[pass % disturbances.length] ?? 0;
  const ways = new Map(best.recipe.ways);
  const keys = new Map<Kind, number>();
  for (const kind of kinds) {
    keys.set(kind, (best.recipe.keys.get(kind) ?? 0) * Math.exp((random() * 2 - 1) * disturbance));
    if (random() >= changedKinds) continue;
    const some = ways.has(kind) ? [] : kind.candidates.filter(() => random() < limitedWays);
    if (some.length > 0) ways.set(kind, some);
    else ways.delete(kind);
  }
  return { keys, ways };
}

/** Copies of one kind together: each goes on searching where the one before was placed. */
function queueOf(kinds: readonly Kind[], { keys }: Recipe): Kind[] {
  const key = (kind: Kind): number => keys.get(kind) ?? 0;
  // toSorted keeps the order of equal kinds.
  return kinds.toSorted((a, b) => key(b) - key(a)).flatMap((kind) => Array.from({ length: kind.quantity }, () => kind));
}
