import { runInAction } from 'mobx';
import { CallError } from '../../contract/errors.ts';
import { messageOf } from '../../ui/index.ts';
import { makeStore } from '../index.ts';
import type { StateHost } from '../index.ts';

/** What became of a row. `skipped`: it was not tried, because the person stopped, or did not prove who they are. */
export type BulkOutcome = 'waiting' | 'done' | 'skipped' | { refused: string };

export interface BulkLine<Row> {
  readonly row: Row;
  readonly outcome: BulkOutcome;
}

export interface BulkOptions<Row> {
  /** Which change it is, for the texts of the report: `'HOLD'`. */
  kind: string;
  /** For the log, when a row was refused: `'an order could not be changed'`. */
  failed: string;
  /** Rows that go to the server with one call. 1 when left out. */
  atOnce?: number;
  /**
   * Changes some rows and answers for each, in their order: `null` when it is done, else why not, for the person. What it
   * throws is the answer for all of them.
   */
  change: (rows: readonly Row[]) => Promise<readonly (string | null)[]>;
}

/** The same change of several rows, each with its own result. */
export class Bulk<Row> {
  lines: readonly BulkLine<Row>[];
  running = false;
  readonly kind: string;
  readonly #host: StateHost;
  readonly #options: BulkOptions<Row>;
  #stopped = false;

  constructor(host: StateHost, rows: readonly Row[], options: BulkOptions<Row>) {
    this.lines = rows.map((row) => ({ row, outcome: 'waiting' }));
    this.kind = options.kind;
    this.#host = host;
    this.#options = options;
    makeStore(this);
  }

  /** 0 to 1. */
  get share(): number {
    return this.lines.filter(({ outcome }) => outcome !== 'waiting').length / Math.max(this.lines.length, 1);
  }

  get done(): readonly Row[] {
    return this.#rowsOf((outcome) => outcome === 'done');
  }

  /** Refused or not tried. */
  get left(): readonly Row[] {
    return this.#rowsOf((outcome) => outcome !== 'done');
  }

  /** Changes the rows that wait. Ends when each has its result. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.#stopped = false;
    const { atOnce = 1 } = this.#options;
    const rows = this.#rowsOf((outcome) => outcome === 'waiting');
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = rows.slice(from, from + atOnce);
      const outcomes = this.#stopped ? some.map(() => 'skipped' as const) : await this.#change(some);
      runInAction(() => this.#note(some, outcomes));
    }
    runInAction(() => (this.running = false));
  }

  /** Tries those again that were refused or skipped. */
  async retry(): Promise<void> {
    if (this.running) return;
    this.lines = this.lines.map((line) => (line.outcome === 'done' ? line : { ...line, outcome: 'waiting' }));
    await this.run();
  }

  /** The rows that have not been sent yet are skipped. */
  stop(): void {
    this.#stopped = true;
  }

  async #change(rows: readonly Row[]): Promise<readonly BulkOutcome[]> {
    try {
      const answers = await this.#options.change(rows);
      return rows.map((_row, index) => outcomeOf(answers[index]));
    } catch (error) {
      if (error instanceof CallError && error.code === 'REAUTHENTICATE') {
        // Somebody who does not prove who they are does not want the rest either.
        this.#stopped = true;
        return rows.map(() => 'skipped');
      }
      this.#host.log.warn(this.#options.failed, { kind: this.kind, error: String(error) });
      const refused = messageOf(error);
      return rows.map(() => ({ refused }));
    }
  }

  #note(rows: readonly Row[], outcomes: readonly BulkOutcome[]): void {
    const known = new Map(rows.map((row, index) => [row, outcomes[index] ?? 'skipped']));
    this.lines = this.lines.map((line) => ({ row: line.row, outcome: known.get(line.row) ?? line.outcome }));
  }

  #rowsOf(is: (outcome: BulkOutcome) => boolean): readonly Row[] {
    return this.lines.filter(({ outcome }) => is(outcome)).map(({ row }) => row);
  }
}

const outcomeOf = (answer: string | null | undefined): BulkOutcome =>
  answer === null ? 'done' : answer === undefined ? 'skipped' : { refused: answer };
