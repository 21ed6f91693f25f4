import type { GuestLinks } from '@sinter/sdk/server';
import { newToken, sha256 } from '../identity/secretToken.ts';
import { roomDb, roomTransaction } from './tables.ts';

const dayMs = 24 * 60 * 60_000;

/** `publicUrl`: where people reach this site, without a slash at the end. */
export function createGuestLinks(publicUrl: () => string): GuestLinks {
  const end: GuestLinks['end'] = async (unit, kind, subjectId) => {
    await roomTransaction(unit.db)
      .updateTable('guest_link')
      .set({ ended_at: new Date() })
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('ended_at', 'is', null)
      .execute();
  };
  return {
    end,
    async make(unit, { kind, subjectId, userId, days }) {
      await end(unit, kind, subjectId);
      const token = newToken();
      const until = new Date(Date.now() + days * dayMs);
      await roomTransaction(unit.db)
        .insertInto('guest_link')
        .values({ token_hash: sha256(token), kind, subject_id: subjectId, made_by: userId, expires_at: until })
        .execute();
      return { url: `${publicUrl()}/task/${token}`, until };
    },
    async until(db, kind, subjectIds) {
      const links = await roomDb(db)
        .selectFrom('guest_link')
        .select(['subject_id', 'expires_at'])
        .where('kind', '=', kind)
        .where('subject_id', 'in', [0, ...subjectIds])
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date())
        .execute();
      return new Map(links.map((link) => [link.subject_id, link.expires_at]));
    },
  };
}
