import type { Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together, Undo } from '@sinter/sdk/state';
import type { StateHost } from '@sinter/sdk/state';

interface Calls<Row, Draft> {
  list(signal: AbortSignal): Promise<readonly Row[]>;
  save(draft: Draft): Promise<unknown>;
  remove(row: Row): Promise<unknown>;
  /** What brings a removed row back. */
  again(row: Row): Draft;
}

/** A short list that is added to, changed and removed from, where removing can be taken back. */
export class EditableList<Row extends { id: number }, Draft> {
  /** Beside the list: one of them, or a new one. */
  panel: Row | 'new' | null = null;
  readonly question: Question<void, readonly Row[]>;
  /** Changes a row from the list itself; without a draft it is removed. */
  readonly changing: Action<[row: Row, draft?: Draft], unknown>;
  readonly removed: Undo<Row>;
  readonly #calls: Calls<Row, Draft>;

  constructor(host: StateHost, calls: Calls<Row, Draft>) {
    this.#calls = calls;
    this.question = new Question<void, readonly Row[]>(host, {
      ask: (_asked, signal) => calls.list(signal),
      failed: 'a list could not be loaded',
      settleMs: 0,
    });
    this.removed = new Undo<Row>(host, {
      run: (row) => calls.save(calls.again(row)),
      failed: 'what was removed could not be brought back',
      onDone: () => this.question.refresh(),
    });
    this.changing = new Action<[row: Row, draft?: Draft], unknown>(host, {
      run: (row, draft) => (draft ? calls.save(draft) : calls.remove(row)),
      failed: 'a list refused a change',
      onDone: (_done, row, draft) => {
        if (!draft) this.removed.offer(row);
        this.question.refresh();
      },
    });
    makeStore(this);
  }

  get rows(): readonly Row[] {
    return this.question.answer ?? [];
  }

  start(): Dispose {
    return together(this.question.start(), this.removed.follow());
  }

  isBusy({ id }: Row): boolean {
    return this.changing.doing?.[0].id === id;
  }

  open(panel: Row | 'new'): void {
    this.panel = panel;
  }

  close(): void {
    this.panel = null;
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(draft: Draft): Promise<void> {
    await this.#calls.save(draft);
    this.close();
    this.question.refresh();
  }
}
