import type { Kysely, QueryExecutorProvider } from 'kysely';
import type { FlagKey } from '../contract/flags.ts';
import type * as z from 'zod';
import type { Principal } from '../contract/guard.ts';
import type { FileDto } from '../contract/host/files.ts';
import type { SettingState } from '../contract/host/settingsHub.ts';
import type { PermissionSpec } from '../contract/rights.ts';
import { createToken } from '../plugin/token.ts';
import type { CallContext, EventAudience, StoredFile, Work } from './defineServer.ts';
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
  /** Removes files that nothing refers to any more, of which nothing was made; their contents follow. */
  remove(unit: Work, fileIds: readonly number[]): Promise<void>;
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
  /** Of those in a place, who may hear of the file. */
  hearers(db: QueryExecutorProvider, fileId: number): Promise<Pick<EventAudience, 'creatorIds' | 'controlled'>>;
  dto(file: Pick<FileRecord, 'id' | 'fileName' | 'size' | 'controlled'>): FileDto;
}
export const storedFiles = createToken<StoredFiles>('host/StoredFiles@1');

/** Addresses at which a program that has no session of its own fetches a file for a person. */
export interface FileTickets {
  /**
   * A whole address for one use within five minutes, of the controlled address where the file is controlled. Who may read is
   * decided when it is read: the caller's session still holds then, and their right to the file. Throws as `require` does
   * where they may not read it now, and FORBIDDEN for an API key.
   */
  once(context: CallContext, fileId: number): Promise<string>;
}
export const fileTickets = createToken<FileTickets>('host/FileTickets@1');

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

/** The file that a worker thread or a process of its own starts with, by its name among the entries of the server's build. */
export const threadFile = createToken<(name: string) => URL>('host/ThreadFile@1');

/**
 * How things stand with settings that have a card on the settings page, by `<plugin id>/<card id>`, in this facility. A card that nobody
 * says anything of is on.
 */
export type SettingStates = (db: Kysely<Tables>, facilityId: number) => Promise<Readonly<Record<string, SettingState>>>;
export const settingStates = createToken<SettingStates>('host/SettingStates@1');

/** Which modules facilities have switched on. */
export interface RunningModules {
  /** Does this one run there? Not when it is switched off, nor when one that it requires is. */
  runs(pluginId: string, facilityId: number): Promise<boolean>;
  /** Is the feature on there? */
  flag(key: FlagKey, facilityId: number): Promise<boolean>;
}
export const runningModules = createToken<RunningModules>('host/RunningModules@1');

/** Where people and other servers reach this site, without a slash at the end: never from a request's header. */
export type SiteAddress = () => string;
export const siteAddress = createToken<SiteAddress>('host/SiteAddress@1');
