import { sql } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import { sha256 } from '../identity/secretToken.ts';
import { newToken } from '../identity/secretToken.ts';
import type { RoomDb } from './tables.ts';

/** One kind of question: what is remembered with it, and how long it may be answered. */
export interface ChallengeKind<Data extends z.ZodType> {
  name: string;
  data: Data;
  minutes: number;
  /** Wrong answers after which it is over; 1 unless given. */
  tries?: number;
}

export interface Challenge<Data> {
  userId: number | null;
  data: Data;
}

export interface Challenges {
  /** Remembers something and answers the secret handle that takes it back. */
  ask<D extends z.ZodType>(
    kind: ChallengeKind<D>,
    data: z.input<D>,
    options?: { userId?: number; db?: RoomDb },
  ): Promise<string>;
  /** Once only, and from then on gone: of two takers at once one gets it. Throws LINK_EXPIRED. */
  take<D extends z.ZodType>(kind: ChallengeKind<D>, handle: string, db?: RoomDb): Promise<Challenge<z.output<D>>>;
  /** Looks without taking and without counting: on the way to a try. Throws LINK_EXPIRED. */
  see<D extends z.ZodType>(kind: ChallengeKind<D>, handle: string): Promise<Challenge<z.output<D>>>;
  /** Looks without taking, and counts a try; the last one takes it. Throws LINK_EXPIRED. */
  look<D extends z.ZodType>(kind: ChallengeKind<D>, handle: string): Promise<Challenge<z.output<D>>>;
  /** The same without a handle, for a kind of which a user has one open question at most; `null` where there is none. */
  lookOf<D extends z.ZodType>(kind: ChallengeKind<D>, userId: number): Promise<z.output<D> | null>;
  /** A user's open questions of this kind are over, or with `null` those of nobody: a newer one was asked. */
  drop(kind: ChallengeKind<z.ZodType>, userId: number | null, db?: RoomDb): Promise<void>;
  removeExpired(): Promise<void>;
}

export const challengeStore = createToken<Challenges>('host/Challenges@1');

export function createChallenges(db: RoomDb): Challenges {
  const open = <D extends z.ZodType>(
    kind: ChallengeKind<D>,
    row: { user_id: number | null; data: unknown } | undefined,
  ) => {
    if (!row) throw new CallError('LINK_EXPIRED');
    return { userId: row.user_id, data: kind.data.parse(row.data) };
  };
  const counting = (kind: ChallengeKind<z.ZodType>) =>
    db
      .updateTable('challenge')
      .set({ tries: sql`tries + 1` })
      .where('kind', '=', kind.name)
      .where('expires_at', '>', new Date())
      .where('tries', '<', kind.tries ?? 1)
      .returning(['user_id', 'data']);
  return {
    async ask(kind, data, options = {}) {
      const handle = newToken();
      await (options.db ?? db)
        .insertInto('challenge')
        .values({
          id: sha256(handle),
          kind: kind.name,
          user_id: options.userId ?? null,
          data: JSON.stringify(data),
          expires_at: new Date(Date.now() + kind.minutes * 60_000),
        })
        .execute();
      return handle;
    },
    async take(kind, handle, within = db) {
      const row = await within
        .deleteFrom('challenge')
        .where('id', '=', sha256(handle))
        .where('kind', '=', kind.name)
        .where('expires_at', '>', new Date())
        .returning(['user_id', 'data'])
        .executeTakeFirst();
      return open(kind, row);
    },
    async see(kind, handle) {
      const row = await db
        .selectFrom('challenge')
        .select(['user_id', 'data'])
        .where('id', '=', sha256(handle))
        .where('kind', '=', kind.name)
        .where('expires_at', '>', new Date())
        .where('tries', '<', kind.tries ?? 1)
        .executeTakeFirst();
      return open(kind, row);
    },
    async look(kind, handle) {
      return open(kind, await counting(kind).where('id', '=', sha256(handle)).executeTakeFirst());
    },
    async lookOf(kind, userId) {
      const row = await counting(kind).where('user_id', '=', userId).executeTakeFirst();
      return row ? kind.data.parse(row.data) : null;
    },
    async drop(kind, userId, within = db) {
      await within
        .deleteFrom('challenge')
        .where('user_id', 'is not distinct from', userId)
        .where('kind', '=', kind.name)
        .execute();
    },
    async removeExpired() {
      await db.deleteFrom('challenge').where('expires_at', '<', new Date()).execute();
    },
  };
}
