import { reaction } from 'mobx';
import type * as z from 'zod';
import type { PluginHost } from '../plugin/definePlugin.ts';
import type { Dispose } from '../plugin/readable.ts';
import { entriesGivenUp } from '../ui/host.ts';
import { keptInTab } from './Kept.ts';
import { together } from './makeStore.ts';

interface KeepOptions<Value> {
  /** The form and what it is about: `comments.PART.7`. */
  what: string;
  schema: z.ZodType<Value>;
  /** What is entered now; `null`: nothing, or it was saved. */
  entered: () => Value | null;
  /** Takes back what was entered before a reload. */
  restore: (value: Value) => void;
}

/**
 * For a store's `start`: what a person enters in it is kept in the tab and given back, and leaving the screen asks
 * first. Forms of `@sinter/sdk/ui/form` do this by themselves.
 */
export function keepEntered<Value>(
  host: Pick<PluginHost, 'beforeStop' | 'log' | 'user'>,
  { what, schema, entered, restore }: KeepOptions<Value>,
): Dispose {
  const kept = keptInTab(host, what, schema);
  const before = kept.read();
  if (before !== null) restore(before);
  const forget = () => kept.forget();
  // Tests of stores have no window.
  globalThis.addEventListener?.(entriesGivenUp, forget);
  return together(
    reaction(entered, (value) => (value === null ? kept.forget() : kept.write(value))),
    host.beforeStop(() => (entered() === null ? 'ready' : 'unsaved')),
    () => globalThis.removeEventListener?.(entriesGivenUp, forget),
  );
}
