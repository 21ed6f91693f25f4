import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';

interface Calls<Row, Draft> {
  list(): Promise<readonly Row[]>;
  save(draft: Draft): Promise<unknown>;
  remove(row: Row): Promise<unknown>;
  /** What brings a removed row back. */
  again(row: Row): Draft;
}

/** A short list that is added to, changed and removed from, where removing can be taken back. */
export class EditableList<Row extends { id: number }, Draft> {
  rows: readonly Row[] = [];
  loading = true;
  error: unknown = null;
  /** Beside the list: one of them, or a new one. */
  panel: Row | 'new' | null = null;
  removed: Row | null = null;
  busy: number | 'undo' | null = null;
  /** Why the last change was refused. */
  problem: string | null = null;

  constructor(
    private readonly log: PluginHost['log'],
    private readonly calls: Calls<Row, Draft>,
  ) {
    makeAutoObservable<this, 'log' | 'calls'>(
      this,
      {
        ...{ rows: observableRef, error: observableRef, panel: observableRef, removed: observableRef },
        ...{ log: false, calls: false },
      },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    try {
      const rows = await this.calls.list();
      runInAction(() => {
        this.rows = rows;
        this.error = null;
      });
    } catch (error) {
      this.log.warn('A list could not be loaded', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  retry(): void {
    this.loading = true;
    this.error = null;
    void this.load();
  }

  open(panel: Row | 'new'): void {
    this.panel = panel;
  }

  close(): void {
    this.panel = null;
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(draft: Draft): Promise<void> {
    await this.calls.save(draft);
    this.close();
    await this.load();
  }

  /** Changes a row from the list itself. */
  change(row: Row, draft: Draft): Promise<void> {
    return this.act(row.id, () => this.calls.save(draft));
  }

  remove(row: Row): Promise<void> {
    return this.act(row.id, async () => {
      await this.calls.remove(row);
      runInAction(() => (this.removed = row));
    });
  }

  undo(): Promise<void> {
    const { removed } = this;
    if (!removed) return Promise.resolve();
    return this.act('undo', async () => {
      await this.calls.save(this.calls.again(removed));
      this.forget();
    });
  }

  /** What was removed stays so. */
  forget(): void {
    this.removed = null;
  }

  private async act(busy: number | 'undo', call: () => Promise<unknown>): Promise<void> {
    this.busy = busy;
    this.problem = null;
    try {
      await call();
      await this.load();
    } catch (error) {
      this.log.warn('A list refused a change', { error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
    } finally {
      runInAction(() => (this.busy = null));
    }
  }
}
