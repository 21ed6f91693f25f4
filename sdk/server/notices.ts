import type { QueryExecutorProvider } from 'kysely';
import type * as z from 'zod';
import type { Role } from '../contract/enums.ts';
import type { Principal } from '../contract/guard.ts';
import type { NotificationSettings } from '../contract/host/notifications.ts';
import type { Sentence } from '../contract/texts.ts';
import { createToken } from '../plugin/token.ts';
import type { Place } from './place.ts';

/** What inboxes filter by. */
export interface NoticeCategory {
  /** Unique on the node: `orders`. */
  id: string;
  title: Sentence;
}

/** What a facility's own email texts may say of a subject beside its name, and what they are tried out with. */
export interface NoticeTokens {
  /** Ids are letters: `customer`. */
  tokens: readonly { id: string; title: Sentence }[];
  /**
   * What each says to this person of these, dates as the language writes them. Of what is export controlled neither the names of
   * files and customers nor titles.
   */
  values(
    db: QueryExecutorProvider,
    viewer: Principal,
    ids: readonly number[],
    language: string,
  ): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>>;
  /** The newest that this person sees, with this word in their number or name if there is one. */
  examples(db: QueryExecutorProvider, viewer: Principal, search: string, most: number): Promise<readonly number[]>;
}

/** What notices are about, with what somebody who sees it reads of it. */
export interface NoticeSubject {
  /**
   * Of those with these ids, the ones that this person sees now. Asked whenever a notice is read or mailed: who has lost
   * the right to see it reads a neutral line.
   */
  seen(db: QueryExecutorProvider, viewer: Principal, ids: readonly number[]): Promise<ReadonlyMap<number, SeenSubject>>;
  /** What a mail says in place of a notice about something export controlled: no title, no name. */
  withheld: Sentence;
  own?: NoticeTokens;
}
export interface SeenSubject {
  /** `#41 Impellers` */
  name: string;
  /** Path of its screen. */
  link: string;
  controlled: boolean;
}

/** Something that people are told of. */
export interface NoticeKind<Params extends z.ZodType<object> = z.ZodType<object>> {
  /** `<plugin>.<kind>`, unique. */
  id: string;
  category: NoticeCategory;
  subject: NoticeSubject;
  /** In the settings. */
  title: Sentence;
  /** Whose settings show it; everybody's unless given. */
  roles?: readonly Role[];
  /** Is it mailed to who has chosen nothing? The bell has it in any case. */
  mail: boolean;
  /** It is mailed in the moment it happens to who wants mails at once; others are gathered for a few minutes. */
  urgent?: boolean;
  /** Told to customers in the name of a facility (`Notice.facilityId`), which may put the email into words of its own. */
  ofFacility?: boolean;
  /**
   * It concerns a facility and none of its people alone: the facility may have it emailed to addresses beyond its people. What it
   * says must be fit for who has no rights there, as far as nothing export controlled is at stake: of that they hear nothing.
   */
  shared?: boolean;
  /** What is kept with a notice: ids, numbers, short words. Names of the subject are read when the notice is. */
  params: Params;
  says(given: z.output<Params> & { subject: string }): Sentence;
}

/**
 * Declares a kind of notice. Contribute it (`server.contribute(noticeKinds, kinds)`), and tell people with `unit.notify` in
 * the transaction that is the reason.
 */
export const defineNotice = <Params extends z.ZodType<object>>(kind: NoticeKind<Params>): NoticeKind<Params> => kind;

/** What somebody may do in the place where they are told. */
export type NoticeReader = Pick<Principal, 'userId' | 'memberRoles' | 'permissions'>;

/** Who is told, of those who work in one place now. */
export interface NoticeAudience {
  place: Place;
  /** These people of it. */
  people?: readonly number[];
  /** Everybody there of whom this holds, unless it holds of one of `people`, who are at it already. */
  orWhoever?: (reader: NoticeReader) => boolean;
}

export interface Notice<Params> {
  subjectId: number;
  params: Params;
  /** What happened, once: told again under the same key, nobody hears it twice. */
  key: string;
  /** User id of who did it: they know. */
  by: number | null;
  to: readonly NoticeAudience[];
  /** In whose name customers are told: its own words are mailed to them. What is told to its people is its own anyhow. */
  facilityId?: number | null;
  /** It is about something export controlled: told to who is cleared there, and to these people, whose it is. */
  controlled?: { knownTo: readonly number[] };
}

/** What people hear, and when they are mailed, until they choose themselves. */
export type NoticeDefault = Pick<NotificationSettings, 'mail' | 'hour' | 'weekday' | 'timeZone'> & {
  /** By kind, where it is not as the kind says. */
  kinds: Readonly<Record<string, { bell: boolean; mail: boolean }>>;
};

/** Of the people of a company, whenever they are told; `null`: as it is delivered. One area has them. */
export type NoticeDefaults = (db: QueryExecutorProvider, companyId: number) => Promise<NoticeDefault | null>;
export const noticeDefaults = createToken<NoticeDefaults>('host/NoticeDefaults@1');

export const noticeKinds = createToken<readonly NoticeKind[]>('host/NoticeKinds@1');
