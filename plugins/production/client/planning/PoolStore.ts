import type { CallInput } from '@sinter/sdk/contract/call';
import { listPool, poolSortSchema, type PoolPart } from '@sinter/sdk/contract/production/planning';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Piece } from './pieces.ts';

export const noFilters = { text: '', process: '', material: '', week: '', late: false, sort: 'DUE' };
export type PoolFilters = typeof noFilters;
type Query = NonNullable<CallInput<typeof listPool>['query']>;

interface Loaded {
  parts: readonly PoolPart[];
  next: string | null;
  total: number;
}
interface Asked {
  filters: PoolFilters;
  /** Rows that were loaded before. */
  atLeast: number;
}

/** Parts that are still to schedule, as far as they were scrolled to, and those of them that are chosen. */
export class PoolStore {
  filters: PoolFilters = noFilters;
  loaded: Loaded | null = null;
  /** Of each chosen part, so many pieces. */
  chosen: ReadonlyMap<number, { part: PoolPart; quantity: number }> = new Map();
  readonly question: Question<Asked, Loaded>;
  readonly more: Action<[string], Loaded>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    const page = async (filters: PoolFilters, after: string | null, signal?: AbortSignal) =>
      host.api.call(
        listPool,
        { query: { ...queryOf(filters), ...(after !== null && { after }) } },
        signal ? { signal } : {},
      );
    this.question = new Question<Asked, Loaded>(host, {
      ask: async ({ filters, atLeast }, signal) => {
        const first = await page(filters, null, signal);
        const parts = [...first.parts];
        let { next } = first;
        while (next !== null && parts.length < atLeast) {
          const following = await page(filters, next, signal);
          parts.push(...following.parts);
          next = following.next;
        }
        return { parts, next, total: first.total ?? parts.length };
      },
      failed: 'parts to schedule could not be loaded',
      onAnswer: (answer) => this.#take(answer),
    });
    this.more = new Action<[string], Loaded>(host, {
      run: async (after) => {
        const { filters, loaded } = this;
        const { parts, next } = await page(filters, after);
        const now = this.loaded === loaded && this.filters === filters ? loaded : null;
        if (!now) return this.loaded ?? { parts: [], next: null, total: 0 };
        return { parts: [...now.parts, ...parts], next, total: now.total };
      },
      onDone: (loaded) => {
        this.loaded = loaded;
      },
      failed: 'more parts to schedule could not be loaded',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start({ filters: this.filters, atLeast: 0 });
  }

  get isFiltered(): boolean {
    const { text, process, material, week, late } = this.filters;
    return text !== '' || process !== '' || material !== '' || week !== '' || late;
  }

  /** What is chosen, as calls take it. */
  get pieces(): Piece[] {
    return [...this.chosen].map(([orderFileId, { quantity }]) => ({ orderFileId, quantity }));
  }

  filter(change: Partial<PoolFilters>): void {
    this.filters = { ...this.filters, ...change };
    this.loaded = null;
    this.question.ask({ filters: this.filters, atLeast: 0 });
  }

  /** Quietly: what is shown stays until all of it was read again. */
  refresh(): void {
    this.question.ask({ filters: this.filters, atLeast: this.loaded?.parts.length ?? 0 });
  }

  /** Row `last` is in sight. */
  reach(last: number): void {
    const { loaded, more, question } = this;
    if (!loaded || loaded.next === null || more.busy || question.state === 'asking') return;
    if (last >= loaded.parts.length - 50) void more.run(loaded.next);
  }

  toggle(part: PoolPart): void {
    const next = new Map(this.chosen);
    if (!next.delete(part.orderFileId)) next.set(part.orderFileId, { part, quantity: part.free });
    this.chosen = next;
  }

  chooseAll(): void {
    const parts = this.loaded?.parts ?? [];
    this.chosen = new Map(
      parts.map((part) => [part.orderFileId, this.chosen.get(part.orderFileId) ?? { part, quantity: part.free }]),
    );
  }

  chooseNone(): void {
    this.chosen = new Map();
  }

  setQuantity(part: PoolPart, quantity: number): void {
    const kept = Math.max(1, Math.min(part.free, Math.floor(quantity)));
    this.chosen = new Map([...this.chosen, [part.orderFileId, { part, quantity: kept }]]);
  }

  /** What moves with a part: all that is chosen where it is among it. */
  carriedWith(part: PoolPart): Piece[] {
    return this.chosen.has(part.orderFileId) ? this.pieces : [{ orderFileId: part.orderFileId, quantity: part.free }];
  }

  #take(answer: Loaded): void {
    this.loaded = answer;
    const now = new Map(answer.parts.map((part) => [part.orderFileId, part]));
    this.chosen = new Map(
      [...this.chosen].map(([id, { part, quantity }]) => {
        const free = now.get(id)?.free ?? part.free;
        return [id, { part: now.get(id) ?? part, quantity: Math.min(quantity, free) }];
      }),
    );
  }
}

function queryOf({ text, process, material, week, late, sort }: PoolFilters): Query {
  return {
    text,
    sort: poolSortSchema.catch('DUE').parse(sort),
    ...(process !== '' && { processId: Number(process) }),
    ...(material !== '' && { materialId: Number(material) }),
    ...(week !== '' && { week }),
    late: late ? 'true' : 'false',
  };
}
