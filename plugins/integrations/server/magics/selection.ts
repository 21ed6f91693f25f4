import { createHash, randomBytes } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { magicsPartSchema, readMagicsSelection, type MagicsPart } from '@sinter/sdk/contract/integrations/magics';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

const minutes = 5;
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** The address at which an adapter fetches these parts once. Those that nobody fetched in time go. */
export async function keepSelection(context: CallContext, parts: readonly MagicsPart[]): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await context.write(async ({ db }) => {
    await sql`delete from magics_selection where until < now()`.execute(db);
    await sql`insert into magics_selection (code_hash, parts, until) values
      (${hashOf(code)}, ${JSON.stringify(parts)}::jsonb, now() + make_interval(mins => ${minutes}))`.execute(db);
  });
  return `${context.origin}${readMagicsSelection.path.replace('{code}', code)}`;
}

/** Two that ask at the same time: one gets it. */
export async function takeSelection(
  context: Pick<CallContext, 'write'>,
  { params: { code } }: CallArguments<typeof readMagicsSelection>,
): Promise<CallReply<typeof readMagicsSelection>> {
  const { rows } = await context.write(({ db }) =>
    sql<{ parts: unknown }>`
      delete from magics_selection where code_hash = ${hashOf(code)} and until > now() returning parts
    `.execute(db),
  );
  const [row] = rows;
  if (!row) throw new CallError('LINK_EXPIRED');
  return { parts: z.array(magicsPartSchema).parse(row.parts) };
}
