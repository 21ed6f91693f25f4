export { defineServer, defineJob } from './defineServer.ts';
export type {
  AuditEntry,
  EventAudience,
  CallContext,
  DemoWorld,
  FileReply,
  FileStore,
  Handler,
  JobContext,
  JobType,
  Migration,
  ServerHost,
  ServerPlugin,
  Services,
  StoredFile,
  Upload,
  Work,
} from './defineServer.ts';
export type { CompanyTable, FacilityTable, Tables } from './tables.ts';
export { configuration, orderFiles, orderProduction, storedFiles } from './services.ts';
export type { Configuration, FileRecord, NewFile, OrderFiles, OrderProduction, StoredFiles } from './services.ts';
export { facilityScope } from './facilityScope.ts';
export { threadFile } from './threadFile.ts';
