import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';

export type BulkKind = 'archive' | 'restore' | 'delete';
export interface BulkLine {
  part: Part;
  /** `null` while it is waited for. */
  done: boolean | null;
  message: string | null;
}
type Answer = readonly { id: number; done: boolean; message: string | null }[];

/** As many as one call takes. */
export const bulkSize = 500;

/** Archives, brings back or deletes several parts, each with its own result. */
export class BulkChange {
  lines: readonly BulkLine[];
  finished = false;

  constructor(
    readonly kind: BulkKind,
    parts: readonly Part[],
    private readonly host: Pick<PluginHost, 'log'>,
    private readonly call: (ids: readonly number[]) => Promise<Answer>,
  ) {
    this.lines = parts.map((part) => ({ part, done: null, message: null }));
    makeAutoObservable<this, 'host' | 'call'>(this, { lines: observableRef, kind: false, host: false, call: false });
  }

  get share(): number {
    return this.lines.filter(({ done }) => done !== null).length / Math.max(this.lines.length, 1);
  }

  get doneCount(): number {
    return this.lines.filter(({ done }) => done === true).length;
  }

  async run(): Promise<void> {
    const ids = this.lines.map(({ part }) => part.id);
    for (let from = 0; from < ids.length; from += bulkSize) {
      const some = ids.slice(from, from + bulkSize);
      const answer = await this.answerTo(some);
      const byId = new Map(answer.map((one) => [one.id, one]));
      runInAction(() => {
        this.lines = this.lines.map((line) => {
          const one = byId.get(line.part.id);
          return one ? { ...line, done: one.done, message: one.message } : line;
        });
      });
    }
    runInAction(() => (this.finished = true));
  }

  private async answerTo(ids: readonly number[]): Promise<Answer> {
    try {
      return await this.call(ids);
    } catch (error) {
      this.host.log.warn('Parts could not be changed', { kind: this.kind, error: String(error) });
      const message = messageOf(error);
      return ids.map((id) => ({ id, done: false, message }));
    }
  }
}
