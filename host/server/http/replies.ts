import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { type AnyCall, CallError, type Principal, type Sentence } from '@sinter/sdk/contract';
import { isReading } from '@sinter/sdk/contract/scopes';
import { createToken } from '@sinter/sdk/plugin';
import type { Tables } from '@sinter/sdk/server';
import type { Witness } from '../work/work.ts';
import { say } from '../say.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

/**
 * Requests that are sent again: who sends a POST with an `Idempotency-Key` has it carried out once within a day, and is given
 * the same answer each time (product 3.9).
 *
 * A row is made before the handler begins, so that of two at the same time one goes on. Each transaction of the request marks
 * it, together with the answer where that is known by then: a node that dies leaves either neither or both. While a
 * request runs its node renews the row; what nobody renews and nothing was written for is taken over, and the attempt before
 * it can commit nothing any more.
 */

/** Every POST of somebody who is known, but those that only read: these are simply carried out again. */
export const keepsReply = (call: AnyCall): boolean =>
  call.method === 'POST' &&
  !isReading(call) &&
  call.guard.kind !== 'public' &&
  call.accepts !== 'signed' &&
  call.produces === undefined;

/** What the answers are sealed for: some of them show a secret. */
export const repliesPurpose = 'kept reply';
export const keyHeader = 'idempotency-key';
export const keyPattern = /^[\x21-\x7e]{1,255}$/;
const keptHours = 24;
const runningSeconds = 20;
const renewEvery = 5_000;
/** An answer that is longer is not repeated. */
const longest = 1024 * 1024;

interface Answer {
  status: number;
  text: string;
}

/** A request under way that will not be carried out a second time. */
export interface KeyedRequest extends Witness {
  done(answer: Answer): Promise<void>;
  /** It failed: forgotten, unless something was written. */
  failed(answer: Answer): Promise<void>;
}

export interface KeptReplies {
  /**
   * The answer that the same request had, or what carries it out. `null`: it carries no key, or one that changes nothing.
   * Throws where the key stands for another request, or for one that is not over.
   */
  take(call: AnyCall, request: FastifyRequest, input: unknown, serialize: Serialize): Taken | null;
  removeOld(): Promise<void>;
  stop(): void;
}
type Serialize = (value: unknown) => string | Promise<string>;
type Taken = Promise<Answer | KeyedRequest>;

/** Who asks for what, with which rights. */
interface Asked {
  caller: string;
  key: string;
  request: string;
  rights: string;
}

export const keptReplies = createToken<KeptReplies>('host/KeptReplies@1');

export const isAnswer = (taken: Answer | KeyedRequest): taken is Answer => 'text' in taken;

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

export function createReplies(db: RoomDb, secrets: Secrets): KeptReplies {
  const running = new Set<string>();
  const renewing = setInterval(() => {
    if (running.size === 0) return;
    db.updateTable('kept_reply')
      .set({ running_until: runningUntil })
      .where('attempt', 'in', [...running])
      .execute()
      .catch(() => {}); // the next time, or it is taken over
  }, renewEvery).unref();

  async function begin({ caller, key, request, rights }: Asked): Promise<string | Answer> {
    const attempt = randomUUID();
    const taken = await db
      .insertInto('kept_reply')
      .values({
        caller,
        idempotency_key: key,
        request_hash: request,
        rights_hash: rights,
        attempt,
        running_until: runningUntil,
      })
      .onConflict((conflict) =>
        conflict.columns(['caller', 'idempotency_key']).doUpdateSet({
          request_hash: request,
          rights_hash: rights,
          attempt,
          running_until: runningUntil,
          written: false,
          status: null,
          reply_sealed: null,
          created_at: sql`now()`,
        }).where(sql<boolean>`(kept_reply.created_at < now() - make_interval(hours => ${keptHours})
            or (not kept_reply.written and kept_reply.status is null and kept_reply.running_until < now()))`),
      )
      .returning('id')
      .executeTakeFirst();
    if (taken) return attempt;
    const row = await db
      .selectFrom('kept_reply')
      .select(['request_hash', 'rights_hash', 'written', 'status', 'reply_sealed'])
      .select(sql<boolean>`running_until > now()`.as('running'))
      .where('caller', '=', caller)
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    // It was forgotten between the two statements.
    if (!row) throw again(say('idempotency.running'));
    if (row.request_hash !== request) throw new CallError('NOT_POSSIBLE', say('idempotency.other'));
    if (row.running) throw again(say('idempotency.running'));
    if (row.rights_hash !== rights) throw new CallError('CONFLICT', say('idempotency.rights'));
    if (row.status === null || row.reply_sealed === null) throw new CallError('CONFLICT', say('idempotency.lost'));
    return { status: row.status, text: secrets.open(repliesPurpose, row.reply_sealed) };
  }

  const stored = ({ status, text }: Answer) => ({
    status,
    reply_sealed: text.length > longest ? null : secrets.seal(repliesPurpose, text),
  });

  return {
    take(call, request, input, serialize) {
      const key = request.headers[keyHeader];
      const principal = request.session?.principal;
      if (key === undefined || !principal || !keepsReply(call)) return null;
      if (typeof key !== 'string' || !keyPattern.test(key)) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { 'Idempotency-Key': say('idempotency.key') } });
      }
      return start(
        call,
        {
          caller: callerOf(request, principal),
          key,
          request: hash([call.id, input]),
          rights: hash(rightsOf(principal)),
        },
        serialize,
      );
    },
    async removeOld() {
      await db
        .deleteFrom('kept_reply')
        .where(sql<boolean>`created_at < now() - make_interval(hours => ${keptHours})`)
        .execute();
    },
    stop: () => clearInterval(renewing),
  };

  async function start(call: AnyCall, asked: Asked, serialize: Serialize): Taken {
    const begun = await begin(asked);
    if (typeof begun !== 'string') return begun;
    running.add(begun);
    return keyed(begun, call, serialize);
  }

  function keyed(attempt: string, call: AnyCall, serialize: Serialize): KeyedRequest {
    let over = false;
    let inTransaction: string | null = null;
    const end = async (work: () => Promise<unknown>) => {
      if (over) return;
      over = true;
      try {
        await work();
      } finally {
        running.delete(attempt);
      }
    };
    return {
      async beforeCommit(transaction: Transaction<Tables>, result: unknown) {
        if (over) return;
        // Most handlers answer what their transaction did.
        const isReply = call.produces === undefined && call.response.safeParse(result).success;
        const text = isReply ? await serialize(result) : null;
        const row = await roomTransaction(transaction)
          .updateTable('kept_reply')
          .set({ written: true, ...(text === null ? {} : stored({ status: 200, text })) })
          .where('attempt', '=', attempt)
          .returning('id')
          .executeTakeFirst();
        if (!row) throw again(say('idempotency.running'));
        inTransaction = text;
      },
      done: (answer) =>
        end(async () => {
          const isStored = answer.status === 200 && answer.text === inTransaction;
          await db
            .updateTable('kept_reply')
            .set({ written: true, running_until: sql`now()`, ...(isStored ? {} : stored(answer)) })
            .where('attempt', '=', attempt)
            .execute();
        }),
      failed: (answer) =>
        end(async () => {
          const forgotten = await db
            .deleteFrom('kept_reply')
            .where('attempt', '=', attempt)
            .where('written', '=', false)
            .returning('id')
            .execute();
          if (forgotten.length > 0) return;
          await db
            .updateTable('kept_reply')
            .set({ running_until: sql`now()`, ...stored(answer) })
            .where('attempt', '=', attempt)
            .execute();
        }),
    };
  }
}

const runningUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(runningSeconds)})`;

/** Another one with this key is under way. */
export class StillRunning extends CallError {
  readonly retryAfterSeconds = 1;
}
const again = (sentence: Sentence): StillRunning => new StillRunning('CONFLICT', sentence);

/** Whichever key they use: a program goes on with the new one where it was, and whoever has made an account's key is none. */
const callerOf = ({ plugin }: FastifyRequest, { userId, facilityId, companyId, via }: Principal): string =>
  JSON.stringify([via, via === 'accountKey' ? null : userId, plugin?.id ?? null, facilityId, companyId]);

/** What somebody may: who may less by now is shown nothing from before. */
const rightsOf = ({ role, memberRoles, permissions, authorities, cleared }: Principal) => [
  role,
  memberRoles.toSorted(),
  permissions.toSorted(),
  authorities.toSorted(),
  cleared,
];

export function repeat(reply: FastifyReply, { status, text }: Answer): FastifyReply {
  return reply.code(status).header('Idempotency-Replayed', 'true').type('application/json; charset=utf-8').send(text);
}
