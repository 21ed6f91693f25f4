import { makeStore } from '../index.ts';

/** What identifies a row, as React's keys do. */
export type RowKey = string | number;

/** The rows that somebody chose, also those of other pages. */
export class Selection<Row> {
  /** By key, as the row was seen last. */
  rows: ReadonlyMap<RowKey, Row> = new Map();
  readonly keyOf: (row: Row) => RowKey;
  readonly #may: (row: Row) => boolean;

  /** `may`: can the row be chosen? */
  constructor(keyOf: (row: Row) => RowKey, may: (row: Row) => boolean = () => true) {
    this.keyOf = keyOf;
    this.#may = may;
    makeStore(this);
  }

  get chosen(): readonly Row[] {
    return [...this.rows.values()];
  }

  get count(): number {
    return this.rows.size;
  }

  has(row: Row): boolean {
    return this.rows.has(this.keyOf(row));
  }

  may(row: Row): boolean {
    return this.#may(row);
  }

  toggle(row: Row): void {
    const next = new Map(this.rows);
    if (!next.delete(this.keyOf(row)) && this.#may(row)) next.set(this.keyOf(row), row);
    this.rows = next;
  }

  /** Chooses all of these, or none of them when all are chosen. */
  toggleAll(rows: readonly Row[]): void {
    const able = rows.filter(this.#may);
    const all = able.every((row) => this.has(row));
    const next = new Map(this.rows);
    for (const row of able) {
      if (all) next.delete(this.keyOf(row));
      else next.set(this.keyOf(row), row);
    }
    this.rows = next;
  }

  clear(): void {
    this.rows = new Map();
  }

  /** Only these stay chosen. */
  keep(rows: readonly Row[]): void {
    this.rows = new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** The rows as the server has them now: chosen ones among them are replaced. */
  renew(rows: readonly Row[]): void {
    if (this.rows.size === 0) return;
    const now = new Map(rows.map((row) => [this.keyOf(row), row]));
    this.rows = new Map([...this.rows].map(([key, row]) => [key, now.get(key) ?? row]));
  }
}
