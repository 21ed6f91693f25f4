import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { tokenSeconds } from '@sinter/sdk/contract/apps/token';
import type { Secrets } from '../secrets/secrets.ts';
import { say } from '../say.ts';

const purpose = 'plugin token';

/** What a token holds for. */
const tokenSchema = z.object({
  plugin: z.string(),
  version: z.string(),
  session: z.string(),
  user: z.number(),
  facility: z.number(),
  /** A local build in the place of what is installed. */
  localBuild: z.string().optional(),
  /** Epoch milliseconds. */
  until: z.number(),
});
export type PluginToken = z.infer<typeof tokenSchema>;

/** Encrypted and authenticated with a key that is made from the node's secret for this purpose alone. */
export const sealToken = (secrets: Secrets, token: Omit<PluginToken, 'until'>, now = Date.now()): string =>
  secrets.seal(purpose, JSON.stringify({ ...token, until: now + tokenSeconds * 1000 } satisfies PluginToken));

/** Throws UNAUTHENTICATED for one that was changed or made by somebody else, or has expired. */
export function openToken(secrets: Secrets, text: string, now = Date.now()): PluginToken {
  const token = read(secrets, text);
  if (!token) throw new CallError('UNAUTHENTICATED', say('app.tokenBad'));
  if (token.until <= now) throw new CallError('UNAUTHENTICATED', say('app.tokenExpired'));
  return token;
}

function read(secrets: Secrets, text: string): PluginToken | undefined {
  try {
    return tokenSchema.safeParse(JSON.parse(secrets.open(purpose, text))).data;
  } catch {
    return undefined;
  }
}
