export type { ApiClient, CallOptions, UploadOptions } from './client.ts';
export { createApiClient, readCookie } from './createApiClient.ts';
export type { ApiClientOptions } from './createApiClient.ts';
export { runFileOperation } from './fileOperations.ts';
export type { FileOperationOutcome, FileOperationRequest } from './fileOperations.ts';
export { filePreparation } from './preparation.ts';
export { patiently } from './patiently.ts';
export type { AttemptSays, Patience } from './patiently.ts';
export { largestWhole } from './pieces.ts';
export type {
  FileFormat,
  FilePreparation,
  PartPreparation,
  PreparationPurpose,
  PreparationState,
  PreparedPart,
  Rejected,
} from './preparation.ts';
export { partViewer } from './partViewer.ts';
export type { PartViewerProps } from './partViewer.ts';
export { waking } from './waking.ts';
export type { Waking } from './waking.ts';
