export type { ApiClient, CallOptions, UploadOptions } from './client.ts';
export { createApiClient, readCookie } from './createApiClient.ts';
export type { ApiClientOptions } from './createApiClient.ts';
export { runFileOperation } from './fileOperations.ts';
export type { FileOperationOutcome, FileOperationRequest } from './fileOperations.ts';
export { filePreparation } from './preparation.ts';
export type { FilePreparation, PartPreparation, PreparationState, PreparedPart } from './preparation.ts';
