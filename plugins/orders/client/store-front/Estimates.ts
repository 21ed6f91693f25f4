import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { estimatePrice } from '@sinter/sdk/contract/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import type { PartLine } from './PartLine.ts';

const debounceMs = 300;

/** Keeps every line's price up to date, and the total of those that have one. */
export class Estimates {
  total: CallResult<typeof estimatePrice> | null = null;
  loading = false;
  error: unknown = null;
  private readonly host: Pick<PluginHost, 'api' | 'log'>;
  private readonly lines: () => readonly PartLine[];
  private request: AbortController | null = null;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, lines: () => readonly PartLine[]) {
    this.host = host;
    this.lines = lines;
    makeAutoObservable<this, 'host' | 'lines' | 'request'>(
      this,
      { total: observableRef, error: observableRef, host: false, lines: false, request: false },
      { autoBind: true },
    );
  }

  start(): Dispose {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = reaction(
      () => JSON.stringify(this.wanted().map(({ body }) => body)),
      () => {
        clearTimeout(timer);
        this.loading = this.wanted().length > 0;
        timer = setTimeout(() => void this.load(), debounceMs);
      },
      { fireImmediately: true },
    );
    return () => {
      forget();
      clearTimeout(timer);
      this.request?.abort();
    };
  }

  async load(): Promise<void> {
    this.request?.abort();
    const { signal } = (this.request = new AbortController());
    const wanted = this.wanted();
    if (wanted.length === 0) return this.show([], null);
    this.loading = true;
    try {
      const files = wanted.map(({ body }) => body);
      const answer = await this.host.api.call(estimatePrice, { body: { files } }, { signal });
      if (!signal.aborted)
        runInAction(() =>
          this.show(
            wanted.map(({ line }) => line),
            answer,
          ),
        );
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('Prices could not be estimated', { error: String(error) });
      runInAction(() =>
        this.fail(
          wanted.map(({ line }) => line),
          error,
        ),
      );
    }
  }

  private wanted() {
    return this.lines().flatMap((line) => {
      const { configured } = line;
      if (!configured) return [];
      const { part, ...choice } = configured;
      return [{ line, body: { fileId: part.processed.id, ...choice } }];
    });
  }

  /** The answer's files are in the order asked for. */
  private show(lines: readonly PartLine[], answer: CallResult<typeof estimatePrice> | null): void {
    this.total = answer;
    this.loading = false;
    this.error = null;
    for (const [index, line] of lines.entries()) {
      line.estimate = answer?.files[index] ?? null;
      line.problem = null;
    }
  }

  private fail(lines: readonly PartLine[], error: unknown): void {
    this.total = null;
    this.loading = false;
    this.error = error;
    for (const [index, line] of lines.entries()) {
      line.estimate = null;
      line.problem = error instanceof CallError ? (error.fields[`files.${index}`] ?? null) : null;
    }
  }
}
