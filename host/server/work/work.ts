import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import type { Tables, Work } from '@sinter/sdk/server';
import { roomTransaction } from './tables.ts';
import { type EventSet, type PendingEvent, toPending, writeEvents } from '../events/outbox.ts';
import { enqueue } from '../queue/enqueue.ts';

/** On whose behalf a transaction runs; written into its audit entries. */
export interface Actor {
  userId: number | null;
  facilityId: number | null;
  companyId: number | null;
  requestId: string | null;
  /** The API key that stands for the user or the account. */
  apiKeyId: number | null;
  /** The vendor's plugin that acts for the user. */
  pluginId: string | null;
  address: string | null;
  userAgent: string | null;
}

export const nobody: Actor = {
  userId: null,
  facilityId: null,
  companyId: null,
  requestId: null,
  apiKeyId: null,
  pluginId: null,
  address: null,
  userAgent: null,
};

export type Write = <T>(work: (unit: Work) => Promise<T>) => Promise<T>;

const conflict = z.object({ code: z.enum(['40001', '40P01']) });

/** Hears of events as soon as they are committed, before the feed of all nodes brings them. */
export type Committed = (event: Pick<PendingEvent, 'type' | 'payload'>) => void;

/** Is there when a transaction ends. */
export interface Witness {
  /** The last of it, with what its work answered; may refuse it. */
  beforeCommit(transaction: Transaction<Tables>, result: unknown): Promise<void>;
}

export interface WriteParts {
  db: Kysely<Tables>;
  log: Logger;
  registered: EventSet;
  notify: Notify;
}

/** `Work.notify`, of the room that knows whom to tell. */
export type Notify = (unit: Work, ...told: Parameters<Work['notify']>) => Promise<void>;
export const noticeWriter = createToken<Notify>('host/NoticeWriter@1');

/** `Services.write` for one actor. */
export function createWrite(
  parts: WriteParts,
  actor: Actor,
  committed: Committed = () => {},
  witness: () => Witness | null = () => null,
): Write {
  const { log } = parts;
  const attempt = async <T>(work: (unit: Work) => Promise<T>): Promise<T> => {
    const pending: PendingEvent[] = [];
    const result = await runOnce(parts, actor, work, pending, witness());
    pending.forEach(committed);
    return result;
  };
  return async (work) => {
    try {
      return await attempt(work);
    } catch (error) {
      if (!conflict.safeParse(error).success) throw error;
      log.info('a transaction met another one and is tried again', { error: String(error) });
    }
    try {
      return await attempt(work);
    } catch (error) {
      throw conflict.safeParse(error).success ? new CallError('CONFLICT') : error;
    }
  };
}

function runOnce<T>(
  { db, registered, notify }: WriteParts,
  actor: Actor,
  work: (unit: Work) => Promise<T>,
  pending: PendingEvent[],
  witness: Witness | null,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const own = roomTransaction(transaction);
    const unit: Work = {
      db: transaction,
      notify: (kind, notice) => notify(unit, kind, notice),
      async emit(event, payload, audience) {
        pending.push(toPending(registered, event, payload, audience));
      },
      async enqueue(job, payload, options) {
        const text = z.record(z.string(), z.unknown()).parse(job.payload.parse(payload));
        await enqueue(transaction, job.name, text, {
          maxAttempts: job.maxAttempts,
          priority: job.priority,
          ...options,
        });
      },
      async audit({ action, objectKind, objectId, facilityId, companyId, before, after }) {
        await own
          .insertInto('audit_entry')
          .values({
            user_id: actor.userId,
            facility_id: facilityId === undefined ? actor.facilityId : facilityId,
            company_id: companyId === undefined ? actor.companyId : companyId,
            action,
            object_kind: objectKind,
            object_id: objectId,
            before: toStored(before),
            after: toStored(after),
            request_id: actor.requestId,
            api_key_id: actor.apiKeyId,
            plugin_id: actor.pluginId,
            address: actor.address,
            user_agent: actor.userAgent?.slice(0, 300) ?? null,
          })
          .execute();
      },
    };
    const result = await work(unit);
    await writeEvents(own, pending);
    await witness?.beforeCommit(transaction, result);
    return result;
  });
}

const secretName = /password|secret|token|key/i;

/** As JSON, without the values of secrets (by their names), at any depth. */
function toStored(value: unknown): string | null {
  if (value === undefined) return null;
  const text: string | undefined = JSON.stringify(value, (name, part: unknown) =>
    secretName.test(name) && part !== null && typeof part !== 'boolean' ? '[not stored]' : part,
  );
  return text ?? null;
}
