import type { AnyCall, CallInput, CallResult } from '../contract/call.ts';

export interface CallOptions {
  signal?: AbortSignal;
}

export interface UploadOptions extends CallOptions {
  /** Bytes sent so far and in all. */
  onProgress?: (sent: number, total: number) => void;
}

/**
 * Typed access to the contract. Every failure, a lost connection included, arrives as a `CallError`; the answer is
 * parsed by the call's response schema.
 */
export interface ApiClient {
  call<C extends AnyCall>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallResult<C>>;
  /** Sends `file` as the multipart field `file` of an upload call. */
  upload<C extends AnyCall>(call: C, file: File, input: CallInput<C>, options?: UploadOptions): Promise<CallResult<C>>;
  /** The address of a GET call, for links, images and downloads. */
  href<C extends AnyCall>(call: C, input: CallInput<C>): string;
}
