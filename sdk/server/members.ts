import type { Kysely } from 'kysely';
import type { AccountType, Authority, Dashboard, MemberRole, Permission, Role } from '../contract/enums.ts';
import { createToken } from '../plugin/token.ts';
import type { Work } from './defineServer.ts';
import type { Place } from './place.ts';
import type { Tables } from './tables.ts';

/** What somebody may do in one facility or company, or is going to. */
export interface Rights {
  memberRoles: readonly MemberRole[];
  granted: readonly Permission[];
  revoked: readonly Permission[];
  authorities: readonly Authority[];
}

/** A place's own people, or the third-party engineers that a facility has let in. */
export type TeamKind = 'OWN' | 'THIRD_PARTY';

/** What a user is in one facility or one buyer company. */
export interface MemberRecord {
  /** Of the membership. */
  id: number;
  userId: number;
  side: Role;
  accountType: AccountType;
  facilityId: number | null;
  /** Root of the facility's enterprise; the facility itself where it is one. */
  rootFacilityId: number | null;
  companyId: number | null;
  /** The facility that has let the company in: its people are third-party engineers there. */
  letInByFacilityId: number | null;
  placeName: string;
  email: string;
  firstName: string;
  lastName: string;
  /** `de_DE`. */
  language: string;
  /** `false`: shut out of this place. */
  enabled: boolean;
  /** `false`: cannot sign in at all. */
  accountEnabled: boolean;
  rights: Rights;
  dashboard: Dashboard;
  lastSignIn: Date | null;
  secondFactor: boolean;
}

/**
 * Who works where and what they may do, for who administers people. Asks for no rights and writes no audit. Of every
 * change those whom it concerns feel at once: their sessions and open pages follow.
 */
export interface Members {
  /** By name. */
  inTeam(db: Kysely<Tables>, place: Place, kind: TeamKind, most: number): Promise<MemberRecord[]>;
  /** Is there somebody with this address in the team? */
  hasAddress(db: Kysely<Tables>, place: Place, kind: TeamKind, email: string): Promise<boolean>;
  find(db: Kysely<Tables>, id: number): Promise<MemberRecord | null>;
  /** Everything that a user is anywhere. */
  ofUser(db: Kysely<Tables>, userId: number): Promise<MemberRecord[]>;
  /** Super admins of the root facility count for every facility of its tree: they look after all of them. */
  hasOtherSuperAdmin(db: Kysely<Tables>, member: MemberRecord): Promise<boolean>;
  setRights(unit: Work, member: MemberRecord, rights: Rights): Promise<void>;
  setDashboard(unit: Work, member: MemberRecord, dashboard: Dashboard): Promise<void>;
  /** `false` ends the sessions that were begun with this membership. */
  setEnabled(unit: Work, member: MemberRecord, enabled: boolean): Promise<void>;
  /** To another facility, where they must not be a member yet. */
  move(unit: Work, member: MemberRecord, facilityId: number): Promise<void>;
  /** Removes all second factors, ends every session and mails it to them. `address`: where that was asked for from. */
  resetFactors(unit: Work, member: MemberRecord, address: string): Promise<void>;
}
export const members = createToken<Members>('host/Members@1');
