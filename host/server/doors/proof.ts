import { Resolver } from 'node:dns/promises';
import { CallError } from '@sinter/sdk/contract';
import * as z from 'zod';
import { say } from '../say.ts';

/** Where the domain's owner says whose it is. A file would not do: this very server answers at the domain. */
export const recordOf = (domain: string): string => `_sinter.${domain}`;
export const valueOf = (token: string): string => `sinter-verification=${token}`;

const resolver = new Resolver({ timeout: 3_000, tries: 2 });

/** There is no such name, or it has no such record. */
const absent = z.object({ code: z.enum(['ENOTFOUND', 'ENODATA']) });

/** What the domain says there. Throws UNAVAILABLE where its DNS gives no answer. */
export async function readProofs(
  domain: string,
  ask: (name: string) => Promise<string[][]> = (name) => resolver.resolveTxt(name),
): Promise<ReadonlySet<string>> {
  try {
    return new Set((await ask(recordOf(domain))).map((parts) => parts.join('')));
  } catch (error) {
    if (absent.safeParse(error).success) return new Set();
    throw new CallError('UNAVAILABLE', say('domainSilent', { domain }));
  }
}
