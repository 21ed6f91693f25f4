import type { PermissionSpec, Principal } from '@sinter/sdk/contract';
import type { CallContext, NoticeKind, Work } from '@sinter/sdk/server';
import type { PersonContexts } from '../http/context.ts';
import type { Mail, MailChoice, MailItem } from '../mail/mail.ts';
import type { ReplyAddresses } from '../mail/replyAddresses.ts';
import { lineOf } from '../mail/render.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Texts } from '../texts/bundled.ts';
import { addressFor, type Answerable, answerable } from './answering.ts';
import { inLanguage } from './inLanguage.ts';
import type { AnswersTo, NoticeKinds } from './kinds.ts';
import type { OwnText, OwnTexts, ToldNotice } from './ownTexts.ts';
import type { RoomDb } from './tables.ts';
import { worded, type NoticeRow } from './worded.ts';

export interface MailingParts {
  db: RoomDb;
  kinds: NoticeKinds;
  own: OwnTexts;
  permissions: readonly PermissionSpec[];
  mail: Mail;
  /** `null`: the server receives no answers. */
  addresses: ReplyAddresses | null;
  answersTo: AnswersTo;
  contextOf: PersonContexts;
  secrets: Secrets;
  /** All sentences of the server in a language. */
  sentences: (language: string) => Promise<Texts>;
  /** Where people reach this site, without a slash at the end. */
  publicUrl: () => string;
}

/** A notice in a mail, in the words of its facility where that has some. */
export interface Line extends MailItem {
  subject: string | null;
  own: { words: OwnText; values: Readonly<Record<string, string>> } | null;
  /** `null`: it is answered on the site alone. */
  answerable: Answerable | null;
}

export interface DueRow extends NoticeRow {
  facility_id: number | null;
  by_facility_id: number | null;
}

export type WordsOf = (facilityId: number | null, kind: NoticeKind, language: string) => OwnText | null;

/** The own words of all facilities that these are told by. */
export async function wordsIn(
  { own }: MailingParts,
  unit: Work,
  rows: readonly Pick<DueRow, 'facility_id' | 'by_facility_id'>[],
): Promise<WordsOf> {
  const facilities = new Set(rows.flatMap((row) => row.by_facility_id ?? row.facility_id ?? []));
  const known = new Map(
    await Promise.all([...facilities].map(async (id) => [id, await own.inFacility(unit.db, id)] as const)),
  );
  return (facilityId, kind, language) => (facilityId === null ? null : known.get(facilityId))?.(kind, language) ?? null;
}

interface Reading {
  viewer: Principal;
  name: string;
  language: string;
  wordsOf: WordsOf;
  /** Of somebody who may answer. */
  person?: CallContext;
}

/** What these say to this reader now; of what they may not see any more, nothing. */
export async function linesOf(
  parts: MailingParts,
  unit: Work,
  { viewer, name, language, wordsOf, person }: Reading,
  rows: readonly DueRow[],
): Promise<Line[]> {
  const texts = await parts.sentences(language);
  const told = (await worded(parts.kinds, unit.db, viewer, rows)).flatMap(({ row, kind, says, subject }) => {
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
  return told.map(({ row, kind, says, subject, link, words }) => {
    const said = values[inOwnWords.findIndex(({ id }) => id === row.id)];
    const inProduct = inLanguage(texts, language, subject.controlled ? kind.subject.withheld : says);
    return {
      text: words && said && words.text.subject !== '' ? lineOf(words.text.subject, said) : inProduct,
      address: link,
      subject: subject.controlled ? null : subject.name,
      own: words && said ? { words, values: said } : null,
      // Nothing of what is export controlled comes or goes by email.
      answerable: subject.controlled ? null : answerable(parts.answersTo, person, kind, noticeOf(row)),
    };
  });
}

const noticeOf = ({ subject_id: subjectId, by_facility_id, facility_id }: DueRow) => ({
  subjectId,
  facilityId: by_facility_id ?? facility_id,
});

interface Recipient {
  to: string;
  name: string;
  language: string;
  /** By whose settings it goes; `null`: the site's. */
  facilityId: number | null;
  /** Of a person who has an inbox. */
  choice?: MailChoice;
  /** Of an address that a facility has added. */
  addedBy?: string;
}

/** In one mail; what is more is in the inbox. */
const mostLines = 30;

/** One mail with all of these, if there is anything to say. */
export async function mailLines(
  { mail, publicUrl, addresses }: MailingParts,
  unit: Work,
  { name, ...recipient }: Recipient,
  lines: readonly Line[],
): Promise<void> {
  const [first, ...more] = lines.filter(
    ({ text, address }, at) => at === lines.findIndex((one) => one.text === text && one.address === address),
  );
  if (!first) return;
  const told = [first, ...more];
  const answers = await addressFor(
    addresses,
    unit,
    told.map((one) => one.answerable),
  );
  const common = { ...recipient, ...(answers !== null && { answers }) };
  if (more.length === 0) {
    const { own } = first;
    await mail.send(unit, 'notice', {
      ...common,
      ...(own && {
        language: own.words.language,
        own: { ...own.words.text, ...own.words.frame, values: own.values },
      }),
      values: { name, notice: first.text, link: first.address },
    });
    return;
  }
  const items = told.slice(-mostLines);
  const count = 1 + more.length;
  if (first.subject !== null && more.every(({ address }) => address === first.address)) {
    const values = { name, count, subject: first.subject, link: first.address };
    await mail.send(unit, 'noticesOfOne', { ...common, items, values });
  } else if (common.choice) {
    await mail.send(unit, 'notices', { ...common, items, values: { name, count, link: `${publicUrl()}/inbox` } });
  } else {
    await mail.send(unit, 'noticesOfPlace', { ...common, items, values: { name, count, link: `${publicUrl()}/` } });
  }
}
