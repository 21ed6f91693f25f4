import { randomBytes } from 'node:crypto';
import { createToken } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';
import { sha256 } from '../identity/secretToken.ts';
import { configOf } from './config.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

/** Who may answer what at an address. */
export interface ReplyAddress {
  membershipId: number;
  /** In whose name the email went. */
  facilityId: number | null;
  /** Of notice. */
  kind: string;
  /** As the area of the notice calls it. */
  thread: string;
}

export interface ReplyAddresses {
  /** A new one for one email; `null` where the facility has answers go elsewhere. */
  make(unit: Work, of: ReplyAddress): Promise<string | null>;
  /** Whose it is, by the part before the @, as long as it holds. */
  find(token: string): Promise<(ReplyAddress & { id: number }) | null>;
}
export const replyAddresses = createToken<ReplyAddresses>('host/ReplyAddresses@1');

/** Mail servers may write it in small letters only. */
const tokenBytes = 20;
const tokenSchema = /^[0-9a-f]{40}$/;
const keptDays = 180;

/** Only hashes are stored: who reads the database can answer nothing. */
export const createReplyAddresses = (db: RoomDb, domain: string): ReplyAddresses => ({
  async make(unit, { membershipId, facilityId, kind, thread }) {
    const config = facilityId === null ? undefined : await configOf(unit.db, facilityId);
    if (config?.answers_to_messages === false) return null;
    const token = randomBytes(tokenBytes).toString('hex');
    await roomTransaction(unit.db)
      .insertInto('mail_reply_address')
      .values({
        token_hash: sha256(token),
        ...{ membership_id: membershipId, facility_id: facilityId, kind, thread },
      })
      .execute();
    return `${token}@${domain}`;
  },

  async find(given) {
    const token = given.toLowerCase();
    if (!tokenSchema.test(token)) return null;
    const row = await db
      .selectFrom('mail_reply_address')
      .select(['id', 'membership_id', 'facility_id', 'kind', 'thread'])
      .where('token_hash', '=', sha256(token))
      .where('created_at', '>', oldest())
      .executeTakeFirst();
    return row
      ? {
          id: row.id,
          membershipId: row.membership_id,
          facilityId: row.facility_id,
          kind: row.kind,
          thread: row.thread,
        }
      : null;
  },
});

const oldest = () => new Date(Date.now() - keptDays * 86_400_000);

export async function removeOldAddresses(db: RoomDb): Promise<void> {
  await db.deleteFrom('mail_reply_address').where('created_at', '<', oldest()).execute();
}
