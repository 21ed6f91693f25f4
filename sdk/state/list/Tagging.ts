import { principalOf } from '../../auth/index.ts';
import type { BulkResult } from '../../contract/bulk.ts';
import { refusal, type Guard } from '../../contract/guard.ts';
import type { KnownTag, TagChange } from '../../contract/tags.ts';
import type { PluginHost } from '../../plugin/index.ts';
import { makeStore } from '../makeStore.ts';
import { Question } from '../Question.ts';
import { refusalsOf } from './refusalsOf.ts';

type Host = Pick<PluginHost, 'log' | 'user'>;
type Row = { readonly id: number };

/** How rows of one kind are tagged. */
export interface TaggingOptions {
  /** Of the call behind `change`. */
  guard: Guard;
  /** The tags for such rows; retired ones are offered to nobody. A company's own words are texts. */
  known: (signal: AbortSignal) => Promise<readonly (KnownTag | string)[]>;
  change: (body: { ids: number[] } & Partial<TagChange>) => Promise<BulkResult>;
}

/** Gives rows of one kind tags and takes them away, for `TagPicker` and `BulkTags`. */
export class Tagging {
  readonly #host: Host;
  readonly #options: TaggingOptions;
  readonly #known: Question<void, readonly (KnownTag | string)[]>;

  constructor(host: Host, options: TaggingOptions) {
    this.#host = host;
    this.#options = options;
    this.#known = new Question<void, readonly (KnownTag | string)[]>(host, {
      ask: (_, signal) => options.known(signal),
      failed: 'tags could not be read',
    });
    makeStore(this);
  }

  /** Labels to choose from, once they were asked for. */
  get known(): readonly string[] {
    return (this.#known.answer ?? []).flatMap((tag) => (typeof tag === 'string' ? tag : tag.retired ? [] : tag.label));
  }

  get mayChange(): boolean {
    return refusal(this.#options.guard, principalOf(this.#host.user)) === null;
  }

  /** For who is about to choose. */
  askKnown(): void {
    this.#known.ask();
  }

  /** For each row why it was not changed; `null`: it was. */
  async change(rows: readonly Row[], change: Partial<TagChange>): Promise<(string | null)[]> {
    const ids = rows.map(({ id }) => id);
    return refusalsOf(rows, await this.#options.change({ ids, ...change }));
  }
}
