import { runInAction } from 'mobx';
import { principalOf } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { refusal } from '@sinter/sdk/contract/guard';
import { planBuild } from '@sinter/sdk/contract/production/planning';
import type { PlateViewerPart, PlateViewerPiece } from '@sinter/sdk/contract/preparation/plateViewer';
import {
  comparePlatform,
  platformChanged,
  readPlatform,
  renamePlatform,
  runPlatform,
  type PlatePart,
  type PlatePiece,
  type Platform,
} from '@sinter/sdk/contract/production/platforms';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { planningPath } from '../paths.ts';
import { drawnPart, drawnPiece, pieceKey } from '../plate.ts';

export type PlatformHost = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;
export type Difference = CallResult<typeof comparePlatform>;
export type Change = Difference['changes'][number];

/** A copy on the plate, as its row says it. */
export interface Row extends PlatePiece {
  key: string;
  part: Omit<PlatePart, 'pieces'> | undefined;
}

const tones = { ADDED: 'added', REMOVED: 'removed', MOVED: 'moved' } as const;
export const rowsShown = 15;

/** A platform: one revision of it, and what is different from another one. The address says which two. */
export class PlatformStore {
  readonly host: PlatformHost;
  readonly id: number;
  readonly reading: Question<number | null, Platform>;
  readonly comparing: Question<{ from: number; to: number }, Difference>;
  readonly renaming: Action<[string], unknown>;
  readonly planning: Action<[Platform], unknown>;
  /** What the address says to compare with. */
  from: number | null = null;
  picked: string | null = null;
  /** Of the table of pieces, from 0. */
  page = 0;
  beside: 'rename' | 'run' | null = null;
  #wanted: number | null = null;

  constructor(host: PlatformHost, id: number) {
    const { api } = host;
    this.host = host;
    this.id = id;
    const own = on(platformChanged, ({ platformId }) => platformId === id);
    this.reading = new Question<number | null, Platform>(host, {
      ask: (revision, signal) =>
        api.call(readPlatform, { params: { id }, query: revision === null ? {} : { revision } }, { signal }),
      failed: 'a machine platform could not be loaded',
      refreshOn: [own, on(jobChanged)],
      settleMs: 800,
      onAnswer: () => this.#compare(),
    });
    this.comparing = new Question<{ from: number; to: number }, Difference>(host, {
      ask: (query, signal) => api.call(comparePlatform, { params: { id }, query }, { signal }),
      failed: 'two revisions could not be compared',
    });
    this.renaming = new Action<[string], unknown>(host, {
      run: (name) => api.call(renamePlatform, { params: { id }, body: { name } }),
      onDone: () => {
        this.reading.refresh();
        this.show(null);
      },
      failed: 'a machine platform was not renamed',
    });
    this.planning = new Action<[Platform], unknown>(host, {
      run: ({ name, machine, platedParts }) => {
        const pieces = platedParts.map(({ orderFileId, pieces: quantity }) => ({ orderFileId, quantity }));
        return api.call(planBuild, { body: { eventId: newId(), equipmentId: machine.id, name, pieces } });
      },
      onDone: () => host.navigate(planningPath),
      failed: 'a platform was not taken into planning',
    });
    makeStore(this);
  }

  start(): Dispose {
    const { pathname } = this.host.location.get();
    this.#follow(true);
    const follow = () => this.host.location.get().pathname === pathname && runInAction(() => this.#follow());
    return together(this.reading.follow(), this.comparing.follow(), this.host.location.subscribe(follow));
  }

  get mayPlan(): boolean {
    return refusal(runPlatform.guard, principalOf(this.host.user)) === null;
  }

  /** The revision that the shown one is compared with: never itself. */
  get compared(): number | null {
    return this.from === this.reading.answer?.shown ? null : this.from;
  }

  /** Between the two revisions that are asked for; `null`: it is not known, or nobody asked. */
  get difference(): Difference | null {
    return this.compared === null ? null : this.comparing.answer;
  }

  get parts(): PlateViewerPart[] {
    return this.#known.map(drawnPart);
  }

  /** Where all copies lie, each as what became of it; those that were taken away where they lay. */
  get pieces(): PlateViewerPiece[] {
    const changes = this.difference?.changes ?? [];
    const changed = new Map(changes.map((change) => [pieceKey(change), change]));
    const lying = (this.reading.answer?.plate ?? []).map((piece) => {
      const change = changed.get(pieceKey(piece))?.change;
      return change ? { ...drawnPiece(piece), tone: tones[change] } : drawnPiece(piece);
    });
    const gone = changes.filter(({ change }) => change === 'REMOVED');
    return [...lying, ...gone.map((piece) => ({ ...drawnPiece(piece), tone: tones.REMOVED }))];
  }

  get rows(): Row[] {
    return (this.reading.answer?.plate ?? []).map((piece) => ({
      ...piece,
      key: pieceKey(piece),
      part: this.partOf(piece.orderFileId),
    }));
  }

  partOf(orderFileId: number): Row['part'] {
    return this.#known.find((part) => part.orderFileId === orderFileId);
  }

  /** Puts it into the address. */
  choose(change: { revision?: number; from?: number | null }): void {
    const { pathname, search } = this.host.location.get();
    const asked = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === undefined) asked.delete(name);
      else asked.set(name, String(value));
    }
    const text = asked.toString();
    this.host.navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true });
  }

  /** The table goes to its row. */
  pick(key: string | null): void {
    this.picked = key;
    const at = this.rows.findIndex((row) => row.key === key);
    if (at >= 0) this.page = Math.floor(at / rowsShown);
  }

  turnTo(page: number): void {
    this.page = page;
  }

  show(beside: PlatformStore['beside']): void {
    this.beside = beside;
  }

  get #known(): readonly Omit<PlatePart, 'pieces'>[] {
    const shown = this.reading.answer?.platedParts ?? [];
    const ids = new Set(shown.map(({ orderFileId }) => orderFileId));
    return [...shown, ...(this.difference?.parts.filter(({ orderFileId }) => !ids.has(orderFileId)) ?? [])];
  }

  #follow(first = false): void {
    const asked = new URLSearchParams(this.host.location.get().search);
    const revision = numberOf(asked.get('revision'));
    this.from = numberOf(asked.get('from'));
    if (first || revision !== this.#wanted) {
      this.#wanted = revision;
      this.picked = null;
      this.page = 0;
      this.reading.ask(revision);
    } else this.#compare();
  }

  #compare(): void {
    const [from, to] = [this.compared, this.reading.answer?.shown];
    if (from === null || to === undefined) this.comparing.clear();
    else this.comparing.ask({ from, to });
  }
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
