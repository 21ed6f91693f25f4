import { autorun, runInAction } from 'mobx';
import type { ScannedCode } from '@sinter/sdk/contract/codes';
import { readCode } from '@sinter/sdk/contract/codes';
import {
  floorListSchema,
  listCards,
  lotChanged,
  readBoard,
  readLot,
  type FloorCard,
} from '@sinter/sdk/contract/production/lots';
import { tagIdsSchema } from '@sinter/sdk/contract/tagIds';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';
import { Offline } from '../offline/Offline.ts';
import { lotPath } from '../paths.ts';
import { Column, pageSize } from './Column.ts';

export type BoardHost = Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log' | 'user'>;
export type Board = CallResult<typeof readBoard>;

export const views = ['BOARD', 'MINE', 'ACTIVE', 'RECENT'] as const;

/** `tag`: ids, divided by commas. */
const first = { view: 'BOARD', q: '', center: '', tag: '' };
export type BoardFilters = typeof first;

/** The work centers with what waits and runs there, or the same as a list. */
export class BoardStore {
  readonly board: Question<void, Board>;
  readonly offline: Offline;
  readonly list: List<FloorCard, BoardFilters>;
  /** Columns of which more than the first cards are read, by work center. */
  columns: ReadonlyMap<string, Column> = new Map();
  readonly #host: BoardHost;

  constructor(host: BoardHost) {
    this.#host = host;
    this.offline = new Offline(host);
    this.board = new Question<void, Board>(host, {
      ask: (_asked, signal) =>
        this.offline.read(
          'board',
          () => host.api.call(readBoard, {}, { signal }),
          (found) => readBoard.response.safeParse(found).data,
          ({ centers }) => ({ centers: centers.map((center) => ({ ...center, cards: kept(center.cards) })) }),
        ),
      failed: 'the work centers could not be loaded',
      refreshOn: [on(lotChanged)],
      settleMs: 800,
    });
    this.list = new List<FloorCard, BoardFilters>(host, {
      filters: textFilters(first),
      keyOf: ({ id, position }) => `${id}.${position}`,
      pageSize,
      page: async ({ filters, page }, signal) => {
        if (isBoard(filters)) return { rows: [], total: 0 };
        const query = {
          list: floorListSchema.safeParse(filters.view).data ?? 'OPEN',
          text: filters.q,
          offset: page * pageSize,
          ...(filters.center === '' ? {} : { workCenter: filters.center }),
          // An address may say anything.
          tagIds: tagIdsSchema.safeParse(filters.tag).success ? filters.tag : undefined,
        };
        const { cards, total } = await this.offline.read(
          `cards.${JSON.stringify(query)}`,
          () => host.api.call(listCards, { query }, { signal }),
          (found) => listCards.response.safeParse(found).data,
          (answer) => (filters.q === '' ? { ...answer, cards: kept(answer.cards) } : null),
        );
        return { rows: cards, total };
      },
      failed: 'lots could not be loaded',
      refreshOn: [on(lotChanged)],
      settleMs: 800,
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(
      this.offline.start(),
      this.board.follow(),
      this.list.start(),
      autorun(() => {
        if (this.showsBoard && this.board.last === null) runInAction(() => this.board.ask());
      }),
      () => this.columns.forEach((column) => column.stop()),
    );
  }

  get showsBoard(): boolean {
    return isBoard(this.list.filters);
  }

  /** The one work center that is looked at; `null`: all of them. */
  get center(): string | null {
    const { center } = this.list.filters;
    return this.board.answer?.centers.some(({ key }) => key === center) ? center : null;
  }

  /** Where there is room for one column only. */
  get single(): string | null {
    const centers = this.board.answer?.centers ?? [];
    return this.center ?? (centers.find(({ lots }) => lots > 0) ?? centers[0])?.key ?? null;
  }

  cardsOf({ key, cards }: Board['centers'][number]): readonly FloorCard[] {
    const more = this.columns.get(key)?.cards ?? [];
    return more.length > cards.length ? more : cards;
  }

  show(view: string): void {
    this.list.filter({ view, center: '' });
  }

  /** A text is looked for; the code of a lot opens it. */
  search(text: string): void {
    const code = readCode(text);
    if (code?.kind === 'LOT') this.#host.navigate(lotPath(code.id));
    else this.list.filter({ q: text });
  }

  choose(center: string): void {
    this.list.filter({ center });
  }

  loadMore(key: string): void {
    const column = this.columns.get(key) ?? new Column(this.#host, key);
    this.columns = new Map([...this.columns, [key, column]]);
    column.more();
  }

  /** Goes to a lot that was scanned; throws where there is none. */
  async open({ id }: ScannedCode): Promise<string> {
    const { part } = await this.#host.api.call(readLot, { params: { id } });
    this.#host.navigate(lotPath(id));
    return part;
  }
}

/** What is export controlled stays on no device. */
const kept = (cards: readonly FloorCard[]): FloorCard[] => cards.filter(({ controlled }) => !controlled);

const isBoard = ({ view, q, tag }: BoardFilters): boolean => view === 'BOARD' && q === '' && tag === '';
