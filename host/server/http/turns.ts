import { availableParallelism } from 'node:os';
import { CallError, type AnyCall } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import { say } from '../say.ts';

/**
 * Who waits with whom. `people`: whoever is signed in. `guests`: whoever is not, so that those who knock cannot keep out
 * those who are in. `bulk`: what reads many rows or bytes; none begins while people wait.
 */
export const lanes = ['people', 'guests', 'bulk'] as const;
export type Lane = (typeof lanes)[number];

interface Limits {
  /** Calls that are worked on. */
  atOnce: number;
  /** Whoever comes when so many wait is sent away at once. */
  mostWaiting: number;
  /** So is whoever comes while those before have to wait for longer than this: soon answered is better than late. */
  tooLateMs: number;
  /** A turn is given back after this time: what goes on waits for another's server or a slow line, or has had its share. */
  longestTurnMs: number;
  /** When to come again, about. */
  retryAfterSeconds: number;
}
export type LaneLimits = Record<Lane, Limits>;

/** More at once than the cores and the database can work on would only wait for each other. */
const worked = 4 + 2 * Math.min(8, availableParallelism());
const common = { longestTurnMs: 5_000, retryAfterSeconds: 2 };
export const usualLanes: LaneLimits = {
  people: { ...common, atOnce: worked, mostWaiting: 8 * worked, tooLateMs: 1_000 },
  guests: { ...common, atOnce: worked, mostWaiting: 8 * worked, tooLateMs: 3_000 },
  bulk: { ...common, atOnce: 2, mostWaiting: 32, tooLateMs: 5_000, retryAfterSeconds: 5 },
};

/** UNAVAILABLE to somebody who may come again soon: nothing was done yet. */
export class Busy extends CallError {
  readonly retryAfterSeconds: number;

  constructor(seconds: number) {
    super('UNAVAILABLE', say('busy'));
    // Not all at the same moment.
    this.retryAfterSeconds = seconds + Math.floor(Math.random() * (seconds + 1));
  }
}

/** Gives the turn back; again does nothing. */
export type Leave = () => void;

interface Waiting {
  since: number;
  begin(): void;
}

/** Lets so many calls be worked on at once, and those first that somebody waits for. Throws Busy. */
export class Turns {
  readonly #limits: LaneLimits;
  readonly #running: Record<Lane, number> = { people: 0, guests: 0, bulk: 0 };
  readonly #waiting: Record<Lane, Waiting[]> = { people: [], guests: [], bulk: [] };

  constructor(limits: LaneLimits = usualLanes) {
    this.#limits = limits;
  }

  /** How many are worked on, and wait. */
  count(lane: Lane): { running: number; waiting: number } {
    return { running: this.#running[lane], waiting: this.#waiting[lane].length };
  }

  /** At once where there is room. */
  take(lane: Lane): Leave | Promise<Leave> {
    if (this.#mayBegin(lane)) return this.#begin(lane);
    const { mostWaiting, tooLateMs, retryAfterSeconds } = this.#limits[lane];
    const queue = this.#waiting[lane];
    if (queue.length >= mostWaiting || this.#waited(lane) > tooLateMs) throw new Busy(retryAfterSeconds);
    return new Promise((begun, refused) => {
      const one: Waiting = {
        since: performance.now(),
        begin: () => {
          clearTimeout(limit);
          begun(this.#begin(lane));
        },
      };
      const limit = setTimeout(() => {
        queue.splice(queue.indexOf(one), 1);
        refused(new Busy(retryAfterSeconds));
        this.#next();
      }, 2 * tooLateMs);
      queue.push(one);
    });
  }

  /** For how long the one who is next has waited; nobody who waits: 0. */
  #waited(lane: Lane): number {
    const [next] = this.#waiting[lane];
    return next ? performance.now() - next.since : 0;
  }

  #mayBegin(lane: Lane): boolean {
    return this.#running[lane] < this.#limits[lane].atOnce && (lane !== 'bulk' || this.#waiting.people.length === 0);
  }

  #begin(lane: Lane): Leave {
    this.#running[lane] += 1;
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      clearTimeout(limit);
      this.#running[lane] -= 1;
      this.#next();
    };
    const limit = setTimeout(leave, this.#limits[lane].longestTurnMs).unref();
    return leave;
  }

  #next(): void {
    for (const lane of lanes) {
      while (this.#waiting[lane].length > 0 && this.#mayBegin(lane)) this.#waiting[lane].shift()?.begin();
    }
  }
}

export const callTurns = createToken<Turns>('host/CallTurns@1');

/** `null`: takes no turn. An event stream stays open, and a form comes as slowly as its sender's line. */
export function laneOf(call: AnyCall, isSignedIn: boolean, { query, body }: Record<string, unknown>): Lane | null {
  if (call.produces === 'event-stream' || call.accepts === 'multipart') return null;
  if (!isSignedIn) return 'guests';
  return call.isBulk?.({ query, body }) ? 'bulk' : 'people';
}

const largeBytes = 1024 ** 2;

/** Pictures of a list go with it; a large file, or one that is made while it is read, waits behind what people wait for. */
export const isLarge = ({ size }: { size?: number | undefined }): boolean => size === undefined || size > largeBytes;
