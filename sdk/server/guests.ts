import type { Kysely } from 'kysely';
import { createToken } from '../plugin/token.ts';
import type { Services, Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/** What somebody without an account is asked to do, and all that they see of the product. */
export interface GuestTask {
  title: string;
  note: string;
  /** `YYYY-MM-DD` */
  dueOn: string | null;
  /** Name of the facility that asks. */
  place: string;
  answered: { by: string; text: string; at: Date } | null;
}

/** Tasks of one area that are answered by a link. Contribute it to `guestTaskKinds`. */
export interface GuestTaskKind {
  /** `<plugin>.<kind>`, unique. */
  kind: string;
  /** Asked each time the link is opened; `null`: it is not asked any more. */
  read(services: Services, db: Kysely<Tables>, id: number): Promise<GuestTask | null>;
  /** In the transaction of the answer. May be called again, with another one. */
  answer(services: Services, unit: Work, id: number, given: { name: string; text: string }): Promise<void>;
}
export const guestTaskKinds = createToken<GuestTaskKind>('host/GuestTaskKinds@1');

/** Links by which people without an account answer one task each. Asks for no rights and writes no audit. */
export interface GuestLinks {
  /** The secret is in the address alone: it cannot be shown again. Links made before for the same task end. */
  make(
    unit: Work,
    link: { kind: string; subjectId: number; userId: number; days: number },
  ): Promise<{ url: string; until: Date }>;
  end(unit: Work, kind: string, subjectId: number): Promise<void>;
  /** Until when there is a link that works, by task. */
  until(db: Kysely<Tables>, kind: string, subjectIds: readonly number[]): Promise<ReadonlyMap<number, Date>>;
}
export const guestLinks = createToken<GuestLinks>('host/GuestLinks@1');
