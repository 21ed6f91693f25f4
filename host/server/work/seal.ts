import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { Logger } from '@sinter/sdk/plugin';

const batch = 1_000;
const sealEvery = 5_000;
const sealedSchema = z.array(z.object({ sealed: z.number(), sequence: z.number(), hash: z.instanceof(Buffer) }));

/** Chains what the audit has got meanwhile. One node does it at a time; the others find nothing to do. */
export async function sealAudit<DB>(db: Kysely<DB>, log: Logger): Promise<void> {
  for (let full = true; full;) {
    const [done] = sealedSchema.parse((await sql`select * from seal_audit(${batch})`.execute(db)).rows);
    full = done?.sealed === batch;
    // In a log that leaves this machine, the end of the chain shows whether somebody has made a new one.
    if (done && done.sealed > 0) log.info('audit sealed', { sequence: done.sequence, hash: done.hash.toString('hex') });
  }
}

/** Answers how to stop. */
export function keepSealing<DB>(db: Kysely<DB>, log: Logger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const sealing = setInterval(() => {
    running ??= sealAudit(db, log)
      .catch((error: unknown) => log.warn('the audit could not be sealed', { error: String(error) }))
      .finally(() => (running = undefined));
  }, sealEvery).unref();
  return async () => {
    clearInterval(sealing);
    await running;
  };
}
