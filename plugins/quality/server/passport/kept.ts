import { passportSchema, type Passport, type PassportCopy } from '@sinter/sdk/contract/quality/passport';
import * as z from 'zod';
import { leavesOut } from '../../shared/passport/sections.ts';
import { passportVerifier } from '../../shared/passport/verifier.ts';

const verifier = passportVerifier();

/** An issued passport as it is stored. */
export const keptSchema = z.object({
  head: z.looseObject({
    enterprise: z.string(),
    lot: z.number(),
    version: z.number(),
    issuedAt: z.string(),
  }),
  entries: z.array(
    z.object({
      index: z.number(),
      name: z.string(),
      previous: z.string(),
      commitment: z.string(),
      salt: z.string(),
      content: z.unknown(),
    }),
  ),
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    keyId: z.string(),
    publicKey: z.string(),
    seal: z.string(),
    value: z.string(),
  }),
});
export type Kept = z.input<typeof keptSchema>;

/** The file of one of its copies. */
export const fileOf = ({ head, entries, signature }: Kept, copy: PassportCopy, names: boolean): string =>
  verifier.written(head, entries, signature, leavesOut(copy, names));

/** What a copy says, section by section; what it leaves out is missing. */
export function contentOf({ entries }: Kept, copy: PassportCopy, names: boolean): Partial<Passport> {
  const leaves = leavesOut(copy, names);
  const shown = entries.filter(({ name }) => !leaves(name));
  const lots = (section: string) =>
    shown
      .filter(({ name }) => name.startsWith(`${section}/`))
      .map(({ name, content }) => ({ lotId: Number(name.slice(section.length + 1)), content }));
  const steps = lots('steps').map(({ lotId, content }) => ({ lotId, steps: content }));
  const ledger = lots('ledger').map(({ lotId, content }) => ({ lotId, moves: content }));
  return passportSchema.partial().parse({
    ...Object.fromEntries(shown.filter(({ name }) => !name.includes('/')).map(({ name, content }) => [name, content])),
    ...(!leaves('steps/') && { steps }),
    ...(!leaves('ledger/') && { ledger }),
  });
}
