import { sql } from 'kysely';
import type { PermissionSpec } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import type { NoticeKind, Work } from '@sinter/sdk/server';
import { readMember } from '../session/readSession.ts';
import { roomDb as sessionDb } from '../session/tables.ts';
import type { Mail, MailItem } from '../mail/mail.ts';
import { lineOf } from '../mail/render.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Texts } from '../texts/bundled.ts';
import type { Write } from '../work/work.ts';
import { isCleared } from './cleared.ts';
import { inLanguage } from './inLanguage.ts';
import type { NoticeKinds } from './kinds.ts';
import type { OwnText, OwnTexts, ToldNotice } from './ownTexts.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from './tables.ts';
import { stopAddress } from './unsubscribe.ts';
import { worded } from './worded.ts';

export interface MailingParts {
  db: RoomDb;
  kinds: NoticeKinds;
  own: OwnTexts;
  permissions: readonly PermissionSpec[];
  mail: Mail;
  secrets: Secrets;
  /** All sentences of the server in a language. */
  sentences: (language: string) => Promise<Texts>;
  /** Where people reach this site, without a slash at the end. */
  publicUrl: () => string;
  log: Logger;
}

/** A notice in a mail, in the words of its facility where that has some. */
interface Line extends MailItem {
  subject: string | null;
  own: { words: OwnText; values: Readonly<Record<string, string>> } | null;
}

/** In one mail; what is more is in the inbox. */
const mostLines = 30;

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
  const texts = await parts.sentences(language);
  const wordsOf = await wordsIn(parts, unit, unread);
  const lines: Line[] = [];
  for (const membershipId of new Set(unread.map(({ membership_id }) => membership_id))) {
    const viewer = await viewerOf(parts, db, unit, membershipId);
    if (!viewer) continue;
    const own = unread.filter(({ membership_id }) => membership_id === membershipId);
    const told = (await worded(parts.kinds, unit.db, viewer, own)).flatMap(({ row, kind, says, subject }) => {
      // Who may not see it any more is not told of it either.
      if (!kind || !subject) return [];
      const facilityId = row.by_facility_id ?? row.facility_id;
      const words = wordsOf(facilityId, kind, language);
      const link = parts.publicUrl() + subject.link;
      return [{ row, kind, says, subject, link, words, facilityId: facilityId ?? 0 }];
    });
    const inOwnWords = told.flatMap((one): (ToldNotice & { id: number })[] =>
      one.words ? [{ ...one, id: one.row.id, subjectId: one.row.subject_id, language: one.words.language }] : [],
    );
    const values = inOwnWords.length === 0 ? [] : await parts.own.valuesOf(unit.db, { viewer, name }, inOwnWords);
    for (const { row, kind, says, subject, link, words } of told) {
      const said = values[inOwnWords.findIndex(({ id }) => id === row.id)];
      const inProduct = inLanguage(texts, language, subject.controlled ? kind.subject.withheld : says);
      lines.push({
        text: words && said && words.text.subject !== '' ? lineOf(words.text.subject, said) : inProduct,
        address: link,
        subject: subject.controlled ? null : subject.name,
        own: words && said ? { words, values: said } : null,
      });
    }
  }
  const [first, ...more] = lines.filter(
    ({ text, address }, at) => at === lines.findIndex((one) => one.text === text && one.address === address),
  );
  if (!first) return;
  const places = new Set(unread.map(({ facility_id }) => facility_id));
  const [place] = places;
  const common = {
    // Of several places it is the site's.
    facilityId: places.size === 1 ? (place ?? null) : null,
    to: person.email,
    language,
    choice: {
      settings: `${parts.publicUrl()}/inbox/settings`,
      stop: parts.publicUrl() + stopAddress(parts.secrets, userId),
    },
  };
  if (more.length === 0) {
    const { own } = first;
    await parts.mail.send(unit, 'notice', {
      ...common,
      ...(own && {
        language: own.words.language,
        own: { ...own.words.text, ...own.words.frame, values: own.values },
      }),
      values: { name, notice: first.text, link: first.address },
    });
    return;
  }
  const items = [first, ...more].slice(-mostLines);
  const count = 1 + more.length;
  if (first.subject !== null && more.every(({ address }) => address === first.address)) {
    const values = { name, count, subject: first.subject, link: first.address };
    await parts.mail.send(unit, 'noticesOfOne', { ...common, items, values });
  } else {
    const values = { name, count, link: `${parts.publicUrl()}/inbox` };
    await parts.mail.send(unit, 'notices', { ...common, items, values });
  }
}

/** The own words of all facilities that these are told by. */
async function wordsIn(
  { own }: MailingParts,
  unit: Work,
  rows: readonly { facility_id: number | null; by_facility_id: number | null }[],
) {
  const facilities = new Set(rows.flatMap((row) => row.by_facility_id ?? row.facility_id ?? []));
  const known = new Map(
    await Promise.all([...facilities].map(async (id) => [id, await own.inFacility(unit.db, id)] as const)),
  );
  return (facilityId: number | null, kind: NoticeKind, language: string): OwnText | null =>
    (facilityId === null ? null : known.get(facilityId))?.(kind, language) ?? null;
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
