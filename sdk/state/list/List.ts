import { runInAction } from 'mobx';
import type { PluginHost } from '../../plugin/definePlugin.ts';
import type { Dispose } from '../../plugin/readable.ts';
import type { Sort } from '../../ui/index.ts';
import { makeStore, Question, together } from '../index.ts';
import type { QuestionOptions } from '../index.ts';
import { Bulk } from './Bulk.ts';
import type { BulkOptions } from './Bulk.ts';
import type { Filters } from './filters.ts';
import { Selection } from './Selection.ts';
import type { RowKey } from './Selection.ts';

export type ListHost = Pick<PluginHost, 'events' | 'location' | 'log' | 'navigate'>;

/** What a list shows: one page of what its filters leave. */
export interface Shown<Values> {
  readonly filters: Values;
  /** `null`: in the server's own order. */
  readonly sort: Sort | null;
  /** From 0. */
  readonly page: number;
}

/** What the server is asked for. */
export interface Wanted<Values> extends Shown<Values> {
  /** Rows on a page. */
  readonly size: number;
}

/** One page of rows, and how many there are on all of them. A list's `page` may answer more; it is in `list.answer`. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are more than `total`: the server counts no further. */
  readonly more?: boolean | undefined;
}

export interface ListOptions<Row, Values, Answer extends Found<Row>> extends Pick<
  QuestionOptions<unknown, unknown>,
  'failed' | 'refreshOn' | 'settleMs'
> {
  /** Asks the server for one page. Also called for each page of a CSV file. */
  page: (wanted: Wanted<Values>, signal: AbortSignal) => Promise<Answer>;
  keyOf: (row: Row) => RowKey;
  filters: Filters<Values>;
  /** The order the list begins with. Left out: the server's own, and no column sorts. */
  sort?: Sort;
  /** Rows on a page; 15 when left out (specification 9). */
  pageSize?: number;
  /** Can the row be chosen? */
  maySelect?: (row: Row) => boolean;
  /** Keeps the list out of the address: it is a part of a screen, or in a panel. */
  outsideAddress?: boolean;
}

/**
 * A list that the server filters, sorts and pages. The address holds what is shown: a reload, a link and Back show the
 * same. Parameters of the address that are not the list's own stay as they are.
 */
export class List<Row, Values, Answer extends Found<Row> = Found<Row>> {
  shown: Shown<Values>;
  /** Counts Show all: a search field that keeps its own text takes it as its `key`. */
  timesCleared = 0;
  /** The change of the chosen rows that runs, or whose report is read. */
  bulk: Bulk<Row> | null = null;
  /** The filters that the last answer is for; `null` before the first. */
  answered: Values | null = null;
  readonly selection: Selection<Row>;
  readonly question: Question<Shown<Values>, Answer>;
  readonly pageSize: number;
  readonly #host: ListHost;
  readonly #options: ListOptions<Row, Values, Answer>;
  #path = '';
  /** The address named filters, or the person has chosen some. */
  #chosen = false;
  #written = '';

  constructor(host: ListHost, options: ListOptions<Row, Values, Answer>) {
    const { failed, keyOf, maySelect, pageSize = 15, refreshOn = [], settleMs = 300 } = options;
    this.#host = host;
    this.#options = options;
    this.pageSize = pageSize;
    this.selection = new Selection(keyOf, maySelect);
    this.question = new Question<Shown<Values>, Answer>(host, {
      ask: (shown, signal) => this.read({ ...shown, size: pageSize }, signal),
      failed,
      refreshOn,
      settleMs,
      onAnswer: (answer, { filters }) => this.#take(answer, filters),
    });
    this.shown = this.#readAddress();
    makeStore(this);
  }

  /** None while those of other filters are on their way: under the new filters the old rows would be wrong. */
  get rows(): readonly Row[] {
    return this.#isOutdated ? [] : (this.question.answer?.rows ?? []);
  }

  /** On all pages. */
  get total(): number {
    return this.#isOutdated ? 0 : (this.question.answer?.total ?? 0);
  }

  /** There are more than `total`. */
  get more(): boolean {
    return this.question.answer?.more ?? false;
  }

  /** All that `page` answered last. */
  get answer(): Answer | null {
    return this.question.answer;
  }

  get loading(): boolean {
    return this.question.loading;
  }

  get error(): unknown {
    return this.question.error;
  }

  get filters(): Values {
    return this.shown.filters;
  }

  /** Is it narrowed by the person? */
  get isFiltered(): boolean {
    return JSON.stringify(this.filters) !== JSON.stringify(this.#options.filters.none);
  }

  /** Asks for what the address says and follows it, until disposed. */
  start(): Dispose {
    this.shown = this.#readAddress();
    this.#chosen = this.#namesFilters;
    const disposers = [this.question.start(this.shown), () => this.bulk?.stop()];
    if (!this.#options.outsideAddress)
      disposers.push(this.#host.location.subscribe(() => runInAction(() => this.#follow())));
    return together(...disposers);
  }

  /** Nobody has said yet what is wanted: neither the address nor the person. */
  get isAsFirst(): boolean {
    return !this.#chosen;
  }

  filter(change: Partial<Values>): void {
    this.#show({ filters: { ...this.filters, ...change }, page: 0 });
  }

  sortBy(sort: Sort): void {
    this.#show({ sort, page: 0 });
  }

  showPage(page: number): void {
    this.#show({ page });
  }

  /** Without any filter. */
  showAll(): void {
    this.timesCleared += 1;
    this.#show({ filters: this.#options.filters.none, page: 0 });
  }

  /** Other filters as a whole, such as saved ones. */
  showFilters(filters: Values): void {
    this.timesCleared += 1;
    this.#show({ filters: { ...this.#options.filters.none, ...filters }, page: 0 });
  }

  retry(): void {
    this.question.retry();
  }

  /** Something was changed here: reads the page again, quietly. */
  refresh(): void {
    this.question.refresh();
  }

  /** Changes the chosen rows, or those given; its report is shown until `closeBulk`. */
  runBulk(options: BulkOptions<Row>, rows: readonly Row[] = this.selection.chosen): Promise<void> {
    const bulk = new Bulk(this.#host, rows, options);
    this.bulk = bulk;
    return bulk.run();
  }

  /** What could not be done stays chosen. */
  closeBulk(): void {
    if (!this.bulk) return;
    this.selection.keep(this.bulk.left);
    this.bulk = null;
    this.refresh();
  }

  /** One page as the server answers it, for those who need more than what is shown. */
  read(wanted: Wanted<Values>, signal: AbortSignal): Promise<Answer> {
    return this.#options.page(wanted, signal);
  }

  get #isOutdated(): boolean {
    return this.answered !== null && JSON.stringify(this.answered) !== JSON.stringify(this.filters);
  }

  #take({ rows, total }: Answer, filters: Values): void {
    this.answered = filters;
    this.selection.renew(rows);
    const last = Math.max(Math.ceil(total / this.pageSize) - 1, 0);
    // The page has gone since: rows were deleted, or moved to another status.
    if (rows.length === 0 && this.shown.page > last) this.showPage(last);
  }

  #follow(): void {
    const { pathname, search } = this.#host.location.get();
    if (pathname + search === this.#written || pathname !== this.#path) return;
    const shown = this.#readAddress();
    if (JSON.stringify(shown) === JSON.stringify(this.shown)) return;
    this.shown = shown;
    this.timesCleared += 1;
    this.question.ask(shown);
  }

  get #namesFilters(): boolean {
    const asked = new URLSearchParams(this.#host.location.get().search);
    return this.#options.filters.names.some((name) => asked.has(name));
  }

  #show(change: Partial<Shown<Values>>): void {
    this.#chosen = true;
    this.shown = { ...this.shown, ...change };
    this.#writeAddress();
    this.question.ask(this.shown);
  }

  #readAddress(): Shown<Values> {
    const { filters, sort = null, outsideAddress } = this.#options;
    if (outsideAddress) return this.shown ?? { filters: filters.first, sort, page: 0 };
    const { pathname, search } = this.#host.location.get();
    this.#path = pathname;
    const asked = new URLSearchParams(search);
    const by = asked.get('sort');
    const page = Math.max((Number(asked.get('page')) || 1) - 1, 0);
    return { filters: filters.read(asked), sort: by !== null && sort ? sortOf(by) : sort, page };
  }

  #writeAddress(): void {
    const { filters, sort: first, outsideAddress } = this.#options;
    if (outsideAddress) return;
    const { pathname, search } = this.#host.location.get();
    const address = new URLSearchParams(search);
    for (const name of [...filters.names, 'sort', 'page']) address.delete(name);
    filters.write(this.shown.filters, address);
    const { sort, page } = this.shown;
    if (sort && first && textOf(sort) !== textOf(first)) address.set('sort', textOf(sort));
    if (page > 0) address.set('page', String(page + 1));
    this.#written = address.size > 0 ? `${pathname}?${address}` : pathname;
    this.#host.navigate(this.#written, { replace: true });
  }
}

const sortOf = (text: string): Sort => ({
  key: text.replace(/^-/, ''),
  direction: text.startsWith('-') ? 'desc' : 'asc',
});
const textOf = ({ key, direction }: Sort): string => `${direction === 'desc' ? '-' : ''}${key}`;
