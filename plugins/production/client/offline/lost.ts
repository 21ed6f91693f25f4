import { CallError } from '@sinter/sdk/contract/errors';

/** The server could not be reached. */
export const isLost = (error: unknown): boolean => error instanceof CallError && error.code === 'UNAVAILABLE';
