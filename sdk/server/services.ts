import type { Kysely, RawBuilder } from 'kysely';
import type * as z from 'zod';
import type { Principal } from '../contract/guard.ts';
import type { FileDto } from '../contract/host/files.ts';
import type { PermissionSpec } from '../contract/rights.ts';
import type { OrderFile } from '../contract/orders/orderFile.ts';
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
  /** The upload that this file was made from; itself for an upload. Owner and export-control flag follow it. */
  rootFileId: number;
}

export interface NewFile extends StoredFile {
  fileName: string;
  controlled: boolean;
  createdBy: number | null;
  owner: { companyId?: number; facilityId?: number };
  /** For what shows another file: inherits its owner, shares and export-control flag. */
  madeFromFileId?: number;
  /**
   * For what `owner` had made of other files. Made of one upload that is `owner`'s own it inherits like `madeFromFileId`;
   * otherwise it is a file of its own, which nobody but `owner` sees, and export controlled as long as a source is.
   */
  sourceFileIds?: readonly number[];
}

/** Names and rights of stored files. The bytes are read and written through `Services.files`. */
export interface StoredFiles {
  /**
   * Throws UNAVAILABLE when the content is no longer there, and any other error when the export-control flag of what it
   * was made from was changed since the content was written: write it again, by the flag that is true now.
   */
  add(unit: Work, file: NewFile): Promise<FileRecord>;
  /** Removes contents that were written for files which were then not added. Those that a file has stay. */
  discard(contents: readonly Pick<NewFile, 'sha256' | 'controlled'>[]): Promise<void>;
  /** Lets members of these facilities and companies see the files and everything made from them. */
  share(unit: Work, fileIds: readonly number[], audience: EventAudience): Promise<void>;
  /** Takes back what was shared with these facilities and companies; asks not who else had given it to them. */
  unshare(unit: Work, fileIds: readonly number[], audience: EventAudience): Promise<void>;
  /** Takes back what was shared with those of these facilities and companies that no `fileRelations` give it to. */
  takeBack(unit: Work, fileIds: readonly number[], audience: EventAudience): Promise<void>;
  /**
   * Copies most of what `restrict` is going to move, so that the transaction need not wait for gigabytes: call it right before the
   * transaction. Asks for no rights.
   */
  prepareRestrict(fileIds: readonly number[]): Promise<void>;
  /**
   * Marks the files, and everything made of the same uploads, as export controlled, and moves their contents; then
   * whatever `fileRelations` say is attached to something made of them. Answers the files that were not marked before.
   */
  restrict(unit: Work, fileIds: readonly number[]): Promise<number[]>;
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

/** Every permission that this node knows: the platform's and those of mounted plugins. */
export const knownPermissions = createToken<readonly PermissionSpec[]>('host/KnownPermissions@1');

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

/** Which orders somebody may see, for those who show them with something of their own. */
export interface OrderVisibility {
  /** A condition on `o` (rfq_order) and `m`, which `viewersMatch` joins. */
  visible(viewer: Principal): RawBuilder<boolean>;
  /** Joins the viewer's match as `m` (rfq_match): null for buyers. */
  viewersMatch(viewer: Principal): RawBuilder<unknown>;
}
export const orderVisibility = createToken<OrderVisibility>('orders/OrderVisibility@1');

/** What a company owns, told by those who bring it in. */
export interface PartInventory {
  /**
   * Every upload of the company that is in its inventory neither itself nor by its content becomes a part; an upload of
   * known content is noted with the revision that has it, so that orders of either are orders of that part.
   * `name` is the file's; asks for no rights: pass only files the user may see.
   */
  register(
    unit: Work,
    input: {
      companyId: number;
      userId: number;
      files: readonly { originalFileId: number; fileId: number; units: string; name: string }[];
    },
  ): Promise<void>;
}
export const partInventory = createToken<PartInventory>('catalog/PartInventory@1');
