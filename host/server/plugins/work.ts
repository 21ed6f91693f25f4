import type { Kysely } from 'kysely';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import type { Tables, Work } from '@sinter/sdk/server';
import { hostTransaction } from '../session/tables.ts';
import { type PendingEvent, toPending, writeEvents } from '../push/outbox.ts';
import { enqueue } from '../queue/enqueue.ts';

/** On whose behalf a transaction runs; written into its audit entries. */
export interface Actor {
  userId: number | null;
  facilityId: number | null;
  requestId: string | null;
}

export const nobody: Actor = { userId: null, facilityId: null, requestId: null };

export type Write = <T>(work: (unit: Work) => Promise<T>) => Promise<T>;

const conflict = z.object({ code: z.enum(['40001', '40P01']) });

/** `Services.write` for one actor. */
export function createWrite(db: Kysely<Tables>, log: Logger, actor: Actor): Write {
  return async (work) => {
    try {
      return await runOnce(db, actor, work);
    } catch (error) {
      if (!conflict.safeParse(error).success) throw error;
      log.info('A transaction met another one and is tried again', { error: String(error) });
    }
    try {
      return await runOnce(db, actor, work);
    } catch (error) {
      throw conflict.safeParse(error).success ? new CallError('CONFLICT') : error;
    }
  };
}

function runOnce<T>(db: Kysely<Tables>, actor: Actor, work: (unit: Work) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const own = hostTransaction(transaction);
    const pending: PendingEvent[] = [];
    const result = await work({
      db: transaction,
      async emit(event, payload, audience) {
        pending.push(toPending(event, payload, audience));
      },
      async enqueue(job, payload, options) {
        const text = z.record(z.string(), z.unknown()).parse(job.payload.parse(payload));
        await enqueue(transaction, job.name, text, { maxAttempts: job.maxAttempts, ...options });
      },
      async audit({ action, objectKind, objectId, facilityId, before, after }) {
        await own
          .insertInto('audit_entry')
          .values({
            user_id: actor.userId,
            facility_id: facilityId === undefined ? actor.facilityId : facilityId,
            action,
            object_kind: objectKind,
            object_id: objectId,
            before: before === undefined ? null : JSON.stringify(before),
            after: after === undefined ? null : JSON.stringify(after),
            request_id: actor.requestId,
          })
          .execute();
      },
    });
    await writeEvents(own, pending);
    return result;
  });
}
