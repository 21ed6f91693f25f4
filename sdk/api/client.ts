import type { AnyCall, CallInput, CallResult } from '../contract/call.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Nobody waits for it, such as what is sent from a queue: a checklist that stands before it is not answered but refuses it. */
  unattended?: boolean;
}

export interface UploadOptions extends CallOptions {
  /** Bytes sent so far and in all. */
  onProgress?: (sent: number, total: number) => void;
  /** Export controlled: kept apart on the server from the first byte on. */
  itar?: boolean;
  /** For an upload that outlives its page: it waits while the connection is lost. */
  resume?: {
    /** A UUID (`newId()`): an upload of the same file with the same id goes on where this one stopped. */
    uploadId: string;
    /** `true` when the connection is lost, `false` when it goes on. */
    onWaiting?: (waiting: boolean) => void;
  };
}

/**
 * Typed access to the contract. Every failure, a lost connection included, arrives as a `CallError`; the answer is
 * parsed by the call's response schema.
 */
export interface ApiClient {
  call<C extends AnyCall>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallResult<C>>;
  /** The answer of a call that streams, or in its compact form, as it came. Throws for a call that has none. */
  bytes<C extends AnyCall>(call: C, input: CallInput<C>, options?: CallOptions): Promise<ArrayBuffer>;
  /**
   * Sends `file` as the multipart field `file` of an upload call. Files over 8 MiB for `uploadFile` go in pieces, which are
   * sent again by themselves when the connection breaks.
   */
  upload<C extends AnyCall>(call: C, file: File, input: CallInput<C>, options?: UploadOptions): Promise<CallResult<C>>;
  /** The address of a GET call, for links, images and downloads. */
  href<C extends AnyCall>(call: C, input: CallInput<C>): string;
}
