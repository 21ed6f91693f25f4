import type { Kysely } from 'kysely';
import type { PostalAddress } from '../contract/host/addresses.ts';
import { createToken } from '../plugin/token.ts';
import type { Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/** Everything that is stored of a facility. */
export interface FacilityRecord {
  id: number;
  /** `null`: it is a root facility itself. */
  rootFacilityId: number | null;
  companyName: string;
  /** Short name on travellers and labels; empty for none. */
  code: string;
  address: PostalAddress | null;
  phone: string;
  website: string;
  description: string;
  /** A stored file. */
  logoFileId: number | null;
  /** IANA name. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  workplanEnabled: boolean;
  itarEnabled: boolean;
  /** Offered to buyers outside its enterprise. */
  marketplace: boolean;
  /** `false`: closed; nobody can work there. */
  active: boolean;
}
export type FacilityChange = Partial<Omit<FacilityRecord, 'id' | 'rootFacilityId' | 'currency'>>;

export interface NewFacility {
  rootFacilityId: number;
  companyName: string;
  code: string;
  timeZone: string;
  currency: string;
  workplanEnabled?: boolean;
  /** Its configuration records, the registry's state among them, are copied. Secrets are not. */
  settingsOf: number | null;
  /** Who opens it. */
  userId: number;
}

/** Rows of facilities, for who administers them. Asks for no rights, checks no values and writes no audit. */
export interface Facilities {
  find(db: Kysely<Tables>, id: number): Promise<FacilityRecord | null>;
  /** Those of the root's tree, the root first, then by name. */
  inTree(db: Kysely<Tables>, rootId: number): Promise<FacilityRecord[]>;
  /** How many people may work in each of these; those with none may be left out. */
  countPeople(db: Kysely<Tables>, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Keys of the platform's features that are on in each of these. */
  features(db: Kysely<Tables>, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Answers its id. */
  add(unit: Work, facility: NewFacility): Promise<number>;
  /** It takes effect at once: sessions and open pages there follow. */
  change(unit: Work, id: number, change: FacilityChange): Promise<void>;
}
export const facilities = createToken<Facilities>('host/Facilities@1');

export interface CompanyRecord {
  id: number;
  companyName: string;
  billingAddress: PostalAddress | null;
  phone: string;
}

/** Rows of buyer companies, for who administers them. Asks for no rights, checks no values and writes no audit. */
export interface Companies {
  find(db: Kysely<Tables>, id: number): Promise<CompanyRecord | null>;
  /** Sessions of its people follow at once. */
  change(unit: Work, id: number, change: Partial<Omit<CompanyRecord, 'id'>>): Promise<void>;
}
export const companies = createToken<Companies>('host/Companies@1');
