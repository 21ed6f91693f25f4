import { runInAction } from 'mobx';
import type { CsvCell } from '../../plugin/csv.ts';
import { messageOf, toast } from '../../ui/index.ts';
import { makeStore } from '../index.ts';
import type { StateHost } from '../index.ts';
import type { Found, List } from './List.ts';

/** A column of the file. */
export interface CsvColumn<Row> {
  /** In the first line of the file. */
  title: string;
  /**
   * For programs, whatever the language of the reader: a number as such, dates and times in ISO 8601. `downloadCsv` takes
   * care of quoting and of formulas.
   */
  value: (row: Row) => CsvCell;
}

/** As many as most calls take. */
const pageSize = 100;

/** Reads every row that a list's filters leave, page by page, for a file. */
export class CsvExport<Row, Values, Answer extends Found<Row> = Found<Row>> {
  /** How much is read, 0 to 1; `null`: nothing is being exported. */
  share: number | null = null;
  readonly #host: StateHost;
  readonly #list: List<Row, Values, Answer>;
  #reading: AbortController | null = null;

  constructor(host: StateHost, list: List<Row, Values, Answer>) {
    this.#host = host;
    this.#list = list;
    makeStore(this);
  }

  /**
   * The lines of the file, titles first, in the order of the list. `null`: cancelled, already under way, or failed, which
   * a toast tells.
   */
  async read(columns: readonly CsvColumn<Row>[]): Promise<CsvCell[][] | null> {
    if (this.#reading) return null;
    const reading = (this.#reading = new AbortController());
    this.share = 0;
    try {
      const rows = await this.#readAll(reading.signal);
      return [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))];
    } catch (error) {
      if (reading.signal.aborted) return null;
      this.#host.log.warn('a list could not be exported', { error: String(error) });
      toast.error(messageOf(error));
      return null;
    } finally {
      this.#reading = null;
      runInAction(() => (this.share = null));
    }
  }

  /** Also what a store's `start` has to give back. */
  cancel(): void {
    this.#reading?.abort();
  }

  async #readAll(signal: AbortSignal): Promise<Row[]> {
    const { shown, selection } = this.#list;
    const all = new Map<string | number, Row>();
    for (let page = 0; ; page++) {
      const { rows, total, more = false } = await this.#list.read({ ...shown, page, size: pageSize }, signal);
      signal.throwIfAborted();
      // New rows move others to the next page while the file is made: a row is written only once.
      for (const row of rows) all.set(selection.keyOf(row), row);
      if (rows.length === 0 || (!more && (page + 1) * pageSize >= total)) return [...all.values()];
      runInAction(() => (this.share = all.size / total));
    }
  }
}
