export type { ApiClient, CallOptions, UploadOptions } from './client.ts';
export { createApiClient, readCookie } from './createApiClient.ts';
export type { ApiClientOptions } from './createApiClient.ts';
export { patiently } from './patiently.ts';
export type { AttemptSays, Patience } from './patiently.ts';
export { largestWhole } from './pieces.ts';
export { Renewals } from './renewals.ts';
export { waking } from './waking.ts';
export type { Waking } from './waking.ts';
