import { reaction } from 'mobx';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question, together } from '@sinter/sdk/state';
import type { PartLine } from './PartLine.ts';

const debounceMs = 300;

/** The lines that can be priced as they are configured. */
type Wanted = readonly {
  line: PartLine;
  body: CallInput<typeof estimatePrice>['body']['files'][number];
}[];
type Estimate = CallResult<typeof estimatePrice>;

/** Keeps every line's price up to date, and the total of those that have one. */
export class Estimates {
  readonly #lines: () => readonly PartLine[];
  readonly #question: Question<Wanted, Estimate | null>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, lines: () => readonly PartLine[]) {
    this.#lines = lines;
    this.#question = new Question<Wanted, Estimate | null>(host, {
      ask: async (wanted, signal) =>
        wanted.length === 0
          ? null
          : host.api.call(estimatePrice, { body: { files: wanted.map(({ body }) => body) } }, { signal }),
      debounceMs,
      failed: 'prices could not be estimated',
      onAnswer: show,
      onFailed: refuse,
    });
  }

  get total(): Estimate | null {
    return this.error === null ? this.#question.answer : null;
  }

  get loading(): boolean {
    return this.#question.state === 'asking' && this.#wanted().length > 0;
  }

  get error(): unknown {
    return this.#question.error;
  }

  /** What can be priced, as it is asked for. */
  get wanted(): Wanted[number]['body'][] {
    return this.#wanted().map(({ body }) => body);
  }

  start(): Dispose {
    const forget = reaction(
      () => JSON.stringify(this.wanted),
      () => this.#question.ask(this.#wanted()),
      { fireImmediately: true },
    );
    return together(forget, this.#question.follow());
  }

  retry(): void {
    this.#question.retry();
  }

  #wanted(): Wanted {
    return this.#lines().flatMap((line) => {
      const { configured } = line;
      if (!configured) return [];
      const { part, notes: _, ...choice } = configured;
      return [{ line, body: { fileId: part.processed.id, ...choice } }];
    });
  }
}

/** The answer's files are in the order asked for. */
function show(answer: Estimate | null, wanted: Wanted): void {
  for (const [index, { line }] of wanted.entries()) {
    line.estimate = answer?.files[index] ?? null;
    line.problem = null;
  }
}

function refuse(error: unknown, wanted: Wanted): void {
  for (const [index, { line }] of wanted.entries()) {
    line.estimate = null;
    line.problem = error instanceof CallError ? (error.fields[`files.${index}`] ?? null) : null;
  }
}
