import type { AnyCall, CallInput } from '../contract/call.ts';
import type { SessionUser } from '../contract/host/session.ts';

/** A call with its input, as a page makes it. */
export interface FirstCall {
  call: AnyCall;
  input: unknown;
  /** Its answer in the compact form, as `ApiClient.bytes` asks for it. */
  compact?: boolean;
}

/** Who opens a page, and where. */
export interface FirstPlace {
  /** Of the page's route. */
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
  user: SessionUser;
}

/**
 * Page id to the calls that this page makes as soon as it is opened. The answers come with the document, so that they are there
 * before the page's code is. Made under the person's own rights. A call that the page then makes with another input is made
 * as usual, so say the same here and there (`shared/`).
 */
export type FirstCalls = Readonly<Record<string, (place: FirstPlace) => readonly FirstCall[]>>;

export const firstCall = <C extends AnyCall>(call: C, input: CallInput<C>): FirstCall => ({ call, input });
export const firstBytes = <C extends AnyCall>(call: C, input: CallInput<C>): FirstCall => ({
  ...firstCall(call, input),
  compact: true,
});
