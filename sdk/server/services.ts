import type { Kysely } from 'kysely';
import type * as z from 'zod';
import type { Principal } from '../contract/guard.ts';
import type { FileDto } from '../contract/host.ts';
import type { OrderFile } from '../contract/orders.ts';
import { createToken } from '../plugin/token.ts';
import type { EventAudience, StoredFile, Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/** A named file, as its row says. `sha256` addresses the bytes in the FileStore. */
export interface FileRecord {
  id: number;
  fileName: string;
  sha256: string;
  size: number;
  controlled: boolean;
  /** The upload that this file was made from; itself for an upload. Rights and the export-control flag follow it. */
  rootFileId: number;
}

export interface NewFile extends StoredFile {
  fileName: string;
  controlled: boolean;
  createdBy: number | null;
  owner: { companyId?: number; facilityId?: number };
  /** For a file made from another: inherits its owner, shares and export-control flag. */
  madeFromFileId?: number;
}

/** Names and rights of stored files. The bytes are read and written through `Services.files`. */
export interface StoredFiles {
  add(unit: Work, file: NewFile): Promise<FileRecord>;
  /** Lets members of these facilities and companies see the files and everything made from them. */
  share(unit: Work, fileIds: readonly number[], audience: EventAudience): Promise<void>;
  /** Throws NOT_FOUND for what `principal` may not see, EXPORT_CONTROLLED where that is the reason. */
  require(principal: Principal, fileId: number): Promise<FileRecord>;
  /** For background jobs, which act for nobody. */
  byId(fileId: number): Promise<FileRecord | null>;
  dto(file: Pick<FileRecord, 'id' | 'fileName' | 'size' | 'controlled'>): FileDto;
}
export const storedFiles = createToken<StoredFiles>('host/StoredFiles@1');

/** Configuration records of a facility, parsed by the schema of their type; the default where none is stored or it no longer parses. */
export interface Configuration {
  read<S extends z.ZodType>(
    type: string,
    schema: S,
    fallback: z.output<S>,
    facilityId: number | null,
  ): Promise<z.output<S>>;
}
export const configuration = createToken<Configuration>('host/Configuration@1');

/** Order files for those who show them with something of their own. */
export interface OrderFiles {
  /** By id, without prices and machines. Asks for no rights: pass only ids of rows the caller may see. */
  read(db: Kysely<Tables>, orderFileIds: readonly number[]): Promise<Map<number, OrderFile>>;
}
export const orderFiles = createToken<OrderFiles>('orders/OrderFiles@1');

/** What scheduling and production tell orders, in the transaction in which it became true. */
export interface OrderProduction {
  /** Throws CONFLICT unless every one of these order files belongs to an order awarded to `facilityId`. */
  requireAwarded(unit: Work, facilityId: number, orderFileIds: readonly number[]): Promise<void>;
  /** The first job of these order files has started. Harmless when their orders are in production already. */
  started(unit: Work, facilityId: number, orderFileIds: readonly number[], userId: number): Promise<void>;
}
export const orderProduction = createToken<OrderProduction>('orders/OrderProduction@1');
