import { sql } from 'kysely';
import type { Work } from '@sinter/sdk/server';
import { readMember } from '../session/readSession.ts';
import { roomDb as sessionDb } from '../session/tables.ts';
import type { Write } from '../work/work.ts';
import { isCleared } from './cleared.ts';
import { type Line, linesOf, mailLines, type MailingParts, wordsIn } from './lines.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';
import { stopAddress } from './unsubscribe.ts';

/** Mails everybody for whom something is due. Two who do so at once share the people. */
export async function mailDue(parts: MailingParts, write: Write): Promise<void> {
  const due = await parts.db
    .selectFrom('notification')
    .innerJoin('membership', 'membership.id', 'notification.membership_id')
    .select('membership.user_id')
    .distinct()
    .where('mail_due_at', '<=', sql<Date>`now()`)
    .execute();
  for (const { user_id } of due) await write((unit) => mailTo(parts, unit, user_id));
}

async function mailTo(parts: MailingParts, unit: Work, userId: number): Promise<void> {
  const db = roomTransaction(unit.db);
  const person = await db
    .selectFrom('app_user')
    .select(['email', 'first_name', 'language'])
    .where('id', '=', userId)
    .where('disabled', '=', false)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  // What waits comes along with what is due; what was read meanwhile is known.
  const waiting = db
    .selectFrom('notification')
    .innerJoin('membership', 'membership.id', 'notification.membership_id')
    .select('notification.id')
    .where('membership.user_id', '=', userId)
    .where('mail_due_at', 'is not', null)
    .forUpdate('notification')
    .skipLocked();
  const rows = await db
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('id', 'in', waiting)
    .returning([
      'id',
      'membership_id',
      'facility_id',
      'kind',
      'subject_id',
      'params',
      'read_at',
      'bell',
      'by_facility_id',
    ])
    .execute();
  const unread = rows.filter(({ read_at }) => read_at === null).sort((one, other) => one.id - other.id);
  if (!person || unread.length === 0) return;

  const { language, first_name: name } = person;
  const wordsOf = await wordsIn(parts, unit, unread);
  const lines: Line[] = [];
  for (const membershipId of new Set(unread.map(({ membership_id }) => membership_id))) {
    const viewer = await viewerOf(parts, db, unit, membershipId);
    if (!viewer) continue;
    const own = unread.filter(({ membership_id }) => membership_id === membershipId);
    const person = parts.contextOf({
      ...{ principal: viewer, membershipId, address: '', requestId: '', signal: new AbortController().signal },
    });
    lines.push(...(await linesOf(parts, unit, { viewer, name, language, wordsOf, person }, own)));
  }
  const places = new Set(unread.map(({ facility_id }) => facility_id));
  const [place] = places;
  const recipient = {
    // Of several places it is the site's.
    facilityId: places.size === 1 ? (place ?? null) : null,
    ...{ to: person.email, name, language },
    choice: {
      settings: `${parts.publicUrl()}/inbox/settings`,
      stop: parts.publicUrl() + stopAddress(parts.secrets, userId),
    },
  };
  await mailLines(parts, unit, recipient, lines);
}

/** Who somebody is where they were told, as if they looked; `null` where they may not come in any more. */
async function viewerOf({ permissions }: MailingParts, db: RoomTransaction, unit: Work, membershipId: number) {
  const member = await readMember(sessionDb(unit.db), { permissions: [...permissions] }, membershipId);
  if (!member) return null;
  const row = await db
    .selectFrom('membership as m')
    .select(isCleared.as('cleared'))
    .where('m.id', '=', membershipId)
    .executeTakeFirst();
  return { ...member.principal, cleared: row?.cleared ?? false };
}
