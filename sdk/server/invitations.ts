import type { Kysely } from 'kysely';
import type { AccountType, Role } from '../contract/enums.ts';
import { createToken } from '../plugin/token.ts';
import type { Work } from './defineServer.ts';
import type { Rights, TeamKind } from './members.ts';
import type { Place } from './place.ts';
import type { Tables } from './tables.ts';

/** Somebody who was invited and has not come yet. */
export interface InvitationRecord {
  id: number;
  kind: TeamKind;
  email: string;
  side: Role;
  accountType: AccountType;
  /** Facility or company where they are going to be; `null` for a company that does not exist yet. */
  placeId: number | null;
  placeName: string;
  /** Name of the facility or company that invites. */
  invitingPlace: string;
  rights: Rights;
  validUntil: Date;
}

export interface NewInvitation {
  email: string;
  kind: TeamKind;
  side: Role;
  accountType: AccountType;
  /** Where the one who invites is at work. */
  place: Place;
  /** THIRD_PARTY: name of the company that comes with them. */
  companyName: string | null;
  /** Without authorities: those are given later. */
  rights: Omit<Rights, 'authorities'>;
  /** User id. */
  invitedBy: number;
}

/**
 * Invitations that are open: neither accepted nor revoked. Accepting them is the host's. Asks for no rights and writes no
 * audit.
 */
export interface Invitations {
  /** Newest first. */
  inTeam(db: Kysely<Tables>, place: Place, kind: TeamKind, most: number): Promise<InvitationRecord[]>;
  /** One of this place, own or third-party. */
  find(db: Kysely<Tables>, place: Place, id: number): Promise<InvitationRecord | null>;
  hasAddress(db: Kysely<Tables>, place: Place, kind: TeamKind, email: string): Promise<boolean>;
  /** To be called before the transaction that sends one: throws RATE_LIMITED for an address that was sent too many. */
  countMail(email: string): Promise<void>;
  /** Mails a link that holds for seven days. */
  send(unit: Work, invitation: NewInvitation): Promise<InvitationRecord>;
  /** With a new link and seven new days. Throws NOT_FOUND for one that is accepted at this very moment. */
  sendAgain(unit: Work, place: Place, id: number, invitedBy: number): Promise<InvitationRecord>;
  /** Its link no longer works. Throws NOT_FOUND for one that is accepted at this very moment. */
  revoke(unit: Work, id: number): Promise<void>;
}
export const invitations = createToken<Invitations>('host/Invitations@1');
