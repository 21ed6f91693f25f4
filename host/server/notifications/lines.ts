import { type PermissionSpec, type Principal, refusal } from '@sinter/sdk/contract';
import type { CallContext, NoticeKind, SeenSubject, Work } from '@sinter/sdk/server';
import type { PersonContexts } from '../http/context.ts';
import type { Mail, MailChoice, MailItem } from '../mail/mail.ts';
import type { ReplyAddress, ReplyAddresses } from '../mail/replyAddresses.ts';
import { lineOf } from '../mail/render.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Texts } from '../texts/bundled.ts';
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
  addresses: ReplyAddresses;
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
  /** Where an answer goes. */
  answered: ReplyAddress | null;
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
  const answered = person ? await answersOf(parts, person, told) : new Map<number, ReplyAddress>();
  return told.map(({ row, kind, says, subject, link, words }) => {
    const said = values[inOwnWords.findIndex(({ id }) => id === row.id)];
    const inProduct = inLanguage(texts, language, subject.controlled ? kind.subject.withheld : says);
    return {
      text: words && said && words.text.subject !== '' ? lineOf(words.text.subject, said) : inProduct,
      address: link,
      subject: subject.controlled ? null : subject.name,
      own: words && said ? { words, values: said } : null,
      answered: answered.get(row.id) ?? null,
    };
  });
}

interface Told {
  row: DueRow;
  kind: NoticeKind;
  subject: SeenSubject;
}

/** By notice, where this person may answer an email about it; nothing of what is export controlled comes or goes by email. */
async function answersOf(
  { answersTo }: MailingParts,
  person: CallContext,
  told: readonly Told[],
): Promise<ReadonlyMap<number, ReplyAddress>> {
  const open = told.flatMap(({ row, kind, subject }) => {
    const answers = answersTo(kind.id);
    const may = answers && !subject.controlled && refusal(answers.call.guard, person.user) === null;
    return may ? [{ row, kind, answers }] : [];
  });
  const found = new Map<number, ReplyAddress>();
  for (const answers of new Set(open.map((one) => one.answers))) {
    const own = open.filter((one) => one.answers === answers);
    const threads = await answers.open(person, [...new Set(own.map(({ row }) => row.subject_id))]);
    for (const { row, kind } of own) {
      const thread = threads.get(row.subject_id);
      if (thread === undefined) continue;
      const facilityId = row.by_facility_id ?? row.facility_id;
      found.set(row.id, { membershipId: person.membershipId, facilityId, kind: kind.id, thread });
    }
  }
  return found;
}

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
  { mail, publicUrl, addresses, answersTo }: MailingParts,
  unit: Work,
  { name, ...recipient }: Recipient,
  lines: readonly Line[],
): Promise<void> {
  const [first, ...more] = lines.filter(
    ({ text, address }, at) => at === lines.findIndex((one) => one.text === text && one.address === address),
  );
  if (!first) return;
  const { answered } = first;
  // Of several threads nobody knows which an answer is for.
  const isOne = answered && more.every((other) => isSame(answersTo, answered, other.answered));
  const answers = isOne ? await addresses.make(unit, answered) : null;
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
  const items = [first, ...more].slice(-mostLines);
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

const isSame = (answersTo: AnswersTo, one: ReplyAddress, other: ReplyAddress | null): boolean =>
  other !== null &&
  one.membershipId === other.membershipId &&
  one.facilityId === other.facilityId &&
  answersTo(one.kind) === answersTo(other.kind) &&
  one.thread === other.thread;
