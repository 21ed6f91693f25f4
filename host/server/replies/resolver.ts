import { Resolver } from 'node:dns/promises';
import type { DNSResolver } from 'mailauth';

export type Resolve = DNSResolver;

/** `resolveTxt`: in place of the machine's own DNS, for texts. */
export function resolverOf(resolveTxt: ((name: string) => Promise<string[][]>) | undefined): Resolve {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  return (name, type) =>
    type === 'TXT' && resolveTxt
      ? resolveTxt(name)
      : // What it answers of other types is as mailauth expects it of `node:dns`, which its type does not say.
        (resolver.resolve(name, type) as ReturnType<Resolve>);
}
