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
  WorkFolder,
  Upload,
  Work,
} from './defineServer.ts';
export type { CompanyTable, FacilityTable, StoredFileTable, Tables } from './tables.ts';
export { configuration, orderFiles, orderProduction, orderVisibility, partInventory, storedFiles } from './services.ts';
export type {
  Configuration,
  FileRecord,
  NewFile,
  OrderFiles,
  OrderProduction,
  OrderVisibility,
  PartInventory,
  StoredFiles,
} from './services.ts';
export { heavyAtOnce } from './heavyAtOnce.ts';
export { facilityScope } from './facilityScope.ts';
export { threadFile } from './threadFile.ts';
export { orderIsControlled } from './orderIsControlled.ts';
