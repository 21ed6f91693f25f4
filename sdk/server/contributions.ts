import type { Expression, QueryExecutorProvider, RawBuilder, SqlBool } from 'kysely';
import type { Principal } from '../contract/guard.ts';
import { createToken } from '../plugin/token.ts';
import type { EventAudience, Work } from './defineServer.ts';

/**
 * Counts something of each facility, for the enterprise's list of facilities. Open orders and active jobs keep a facility
 * from being closed.
 */
export interface FacilityUse {
  kind: 'MACHINES' | 'ACTIVE_JOBS' | 'OPEN_ORDERS';
  /** How many each of these facilities has; those with none may be left out. */
  count(db: QueryExecutorProvider, facilityIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
export const facilityUse = createToken<FacilityUse>('admin/FacilityUse@1');

/**
 * Is told that a facility may make more than before - it opened, or has another machine or material, or does
 * export-controlled work now -, in the transaction in which that becomes true.
 */
export interface FacilityGains {
  gained(unit: Work, facilityId: number): Promise<void>;
}
export const facilityGains = createToken<FacilityGains>('host/FacilityGains@1');

/** What an area knows of stored files beyond their owners. Asks for no rights. */
export interface FileRelations {
  /**
   * Whether this person, who is of a buyer company, sees a row of the area that holds the file with the id `file`: a
   * condition, to be met by indexes. What the file's own mark forbids is asked elsewhere.
   */
  seen?(viewer: Principal, file: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Who sees these files because of something that the area holds. */
  holders(db: QueryExecutorProvider, fileIds: readonly number[]): Promise<readonly FileHolders[]>;
  /** Files that hang on something made of these uploads: they become export controlled with them. */
  attached(db: QueryExecutorProvider, fileIds: readonly number[]): Promise<readonly number[]>;
  /** These files became export controlled, or are released: called in the transaction that changed their marks. */
  marked?(unit: Pick<Work, 'db'>, fileIds: readonly number[]): Promise<void>;
}
export interface FileHolders extends EventAudience {
  fileId: number;
}
export const fileRelations = createToken<FileRelations>('host/FileRelations@1');

/**
 * What an area calls the things that entries of the audit are about. Asks for no rights: what is export controlled has a
 * number, and its title is neither told nor found.
 */
export interface AuditNames {
  kinds: readonly string[];
  /** `#41 Impellers`, by the id that the entries have. */
  names(db: QueryExecutorProvider, kind: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** For a query of entries: is `id` something of this kind that has the number, or whose title matches the pattern? */
  called(kind: string, id: Expression<number>, wanted: { number: number | null; pattern: string }): Expression<SqlBool>;
}
export const auditNames = createToken<AuditNames>('host/AuditNames@1');

/** Which ways to pay a facility offers its customers, for the specification's configuration record. No secrets. */
export interface PaymentOptions {
  read(db: QueryExecutorProvider, facilityId: number): Promise<Readonly<Record<string, boolean>>>;
}
export const paymentOptions = createToken<PaymentOptions>('host/PaymentOptions@1');
