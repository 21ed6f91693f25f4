import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import * as z from 'zod';
import { Writing, writtenSchema, type Written } from './Writing.ts';

export const keptSchema = z.record(z.string(), writtenSchema);
type Kept = z.output<typeof keptSchema>;

/** What a person is writing: by `new`, by the thread that is answered, and by the message that is changed (`edit 7`). */
export class Drafts {
  writings: ReadonlyMap<string, Writing> = new Map();
  readonly #host: Pick<PluginHost, 'api' | 'log' | 't'>;

  constructor(host: Pick<PluginHost, 'api' | 'log' | 't'>) {
    this.#host = host;
    makeStore(this);
  }

  find(key: string): Writing | null {
    return this.writings.get(key) ?? null;
  }

  /** Goes on with what was begun, or begins. */
  begin(key: string, first: Pick<Written, 'on' | 'visibility' | 'facilityId'>): Writing {
    const begun = this.writings.get(key);
    if (begun) return begun;
    const writing = new Writing(this.#host, first);
    this.writings = new Map(this.writings).set(key, writing);
    return writing;
  }

  drop(key: string): void {
    this.writings.get(key)?.stop();
    this.writings = new Map([...this.writings].filter(([each]) => each !== key));
  }

  /** `null`: nothing is entered. */
  get kept(): Kept | null {
    const entered = [...this.writings].filter(([, writing]) => !writing.isEmpty);
    return entered.length === 0 ? null : Object.fromEntries(entered.map(([key, { written }]) => [key, written]));
  }

  restore(kept: Kept): void {
    this.writings = new Map(
      Object.entries(kept).map(([key, written]) => [key, new Writing(this.#host, written).restore(written)]),
    );
  }

  stop(): void {
    for (const writing of this.writings.values()) writing.stop();
  }
}
