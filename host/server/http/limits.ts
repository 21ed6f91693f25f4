import type { AnyCall } from '@sinter/sdk/contract';
import { changesState } from './csrf.ts';

/**
 * How often who may do what: all limits of the server in one place, but for wrong passwords and codes (`session/throttle.ts`,
 * `secondStep/proofs.ts`). Nobody who works meets one of them, by hand or with everything selected.
 */

/** What a limit is counted by; the figures name it. */
export type LimitKind =
  'person' | 'account' | 'address' | 'key' | 'plugin' | 'event-streams' | 'upload-bytes' | 'registrations';

/** Requests of one call in a minute, by whom they are counted. */
export type CallLimits = { readonly [Kind in 'person' | 'account' | 'address']?: number };

/** Of a changing call that declares nothing else (`ratePerMinute`). */
const usual = 1_200;
/** A facility or company, and a network, has the people of an office. */
const office = 10;

/** `null`: reading, which costs little and changes nothing. */
export function limitsOf(call: AnyCall): CallLimits | null {
  if (call.ratePerMinute === undefined && !changesState(call)) return null;
  const most = call.ratePerMinute ?? usual;
  // Who is not signed in is nobody but an address.
  return call.guard.kind === 'public'
    ? { address: most }
    : { person: most, account: office * most, address: office * most };
}

/** Open pages of one person, and of one network, on a node. */
export const mostStreams = { person: 250, address: 2_500 };

/** What a person, and a facility or company, may send in a day, in files of the largest size: 512 GiB and 2 TiB as delivered. */
export const uploadsPerDay = { person: 32, account: 128 };

/** New accounts from one network in a day. */
export const registrationsPerDay = 100;

/** Of an API key. */
export const keyRate = { perMinute: 60, burst: 120 };
