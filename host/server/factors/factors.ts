import { sql } from 'kysely';
import type { FactorMethod } from '@sinter/sdk/contract/host/security';
import { createToken } from '@sinter/sdk/plugin';
import type { RoomDb } from './tables.ts';

export interface SecondFactors {
  /** What this user can prove a sign-in with; empty where nothing is set up. */
  methodsOf(userId: number): Promise<FactorMethod[]>;
}

export const secondFactors = createToken<SecondFactors>('host/SecondFactors@1');

export function createFactors(db: RoomDb): SecondFactors {
  return {
    async methodsOf(userId) {
      const { totpSince, passkeys, recoveryCodesLeft } = await factorsOf(db, userId);
      const methods: FactorMethod[] = [];
      if (totpSince) methods.push('TOTP');
      if (passkeys.length > 0) methods.push('PASSKEY');
      // Recovery codes replace a lost factor; alone they are none.
      if (methods.length > 0 && recoveryCodesLeft > 0) methods.push('RECOVERY_CODE');
      return methods;
    },
  };
}

export interface FactorsOfUser {
  totpSince: Date | null;
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  recoveryCodesLeft: number;
}

export async function factorsOf(db: RoomDb, userId: number): Promise<FactorsOfUser> {
  const [totp, passkeys, codes] = await Promise.all([
    db.selectFrom('totp').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('passkey')
      .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { totpSince: totp?.confirmed_at ?? null, passkeys, recoveryCodesLeft: codes.left };
}

/** SQL: the user, named by a column, has something to prove a sign-in with. */
export const hasFactor = (userId: string) =>
  sql<boolean>`(exists (select from totp where totp.user_id = ${sql.ref(userId)} and totp.confirmed_at is not null)
    or exists (select from passkey where passkey.user_id = ${sql.ref(userId)}))`;
