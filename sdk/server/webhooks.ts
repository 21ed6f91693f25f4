import type { Kysely } from 'kysely';
import type { EventSpec } from '../contract/event.ts';
import { createToken } from '../plugin/token.ts';
import type { Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/** Something that happened, as it is offered to a facility's receivers. */
export interface Happening {
  event: EventSpec;
  payload: unknown;
  facilityId: number;
  /** Its row is export controlled. */
  controlled: boolean;
  /** Where people open this site: `https://parts.example.com`. */
  site: string;
}

/** What a receiver is told of it. `object`: what happened to the same one is told in order. */
export interface WebhookMessage {
  type: string;
  object: string;
  data: Readonly<Record<string, unknown>>;
}

/** Somebody outside who hears of what happens in a facility. */
export interface WebhookReceiver {
  name: string;
  /** Empty: this is not for it. */
  tell(happening: Happening): readonly WebhookMessage[];
}

/** Where a message goes now, and how it is signed. */
export interface WebhookTarget {
  address: URL;
  /** The header `webhook-signature` of `<id>.<timestamp>.<body>`. */
  sign(text: string): string;
}

/** One receiver of a facility; the name is its room's. */
export interface WebhookPlace {
  kind: string;
  name: string;
  facilityId: number;
}

/** An area that has receivers. The host finds out what happened, keeps what is to be told, and sends it. */
export interface WebhookReceivers {
  /** `app` */
  kind: string;
  /** What they are in the audit: `MODULE`. */
  objectKind: string;
  /** Whether any of them could hear of such an event. */
  hears(event: EventSpec): boolean;
  /** Those that hear of anything in this facility. */
  of(facilityId: number): Promise<readonly WebhookReceiver[]>;
  /** `null`: it is off, or not there any more. */
  target(place: Pick<WebhookPlace, 'facilityId' | 'name'>): Promise<WebhookTarget | null>;
  /** Nothing is sent to it any more, until somebody resumes it: tells who looks after it. */
  disabled(unit: Work, endpoint: DisabledEndpoint): Promise<void>;
}

/** A receiver that is not told any more. */
export interface DisabledEndpoint {
  endpointId: number;
  facilityId: number;
  name: string;
  reason: 'GONE' | 'FAILING';
}
export const webhookReceivers = createToken<WebhookReceivers>('host/WebhookReceivers@1');

/** How it goes with a receiver. */
export interface WebhookHealth {
  disabled: { at: Date; reason: 'GONE' | 'FAILING' } | null;
  /** Nothing is tried before. */
  restsUntil: Date | null;
  last: { at: Date; code: number | null; problem: string | null } | null;
  /** Attempts of the last 24 hours. */
  delivered: number;
  failed: number;
}

/** One message to a receiver, and what came of its last attempt. Heads are lines of `name: value`; `null` before the first attempt. */
export interface WebhookDelivery {
  id: number;
  messageId: string;
  type: string;
  state: 'WAITING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  happenedAt: Date;
  dueAt: Date;
  answeredAt: Date | null;
  code: number | null;
  problem: string | null;
  ms: number | null;
}
export interface WholeDelivery extends WebhookDelivery {
  body: string;
  requestHead: string | null;
  responseHead: string | null;
}

/** Which are sent again: these, or all of what happened in between. */
export type DeliveryRange = { ids: readonly number[] } | { from: Date; to: Date };

/** What was told to receivers, kept for 30 days. Asks for no rights. */
export interface WebhookDeliveries {
  /** By name; those that were never told anything are not in it. */
  health(
    db: Kysely<Tables>,
    of: Pick<WebhookPlace, 'kind' | 'facilityId'>,
  ): Promise<ReadonlyMap<string, WebhookHealth>>;
  /** Newest first, those before the one with the id `before`. */
  newest(
    db: Kysely<Tables>,
    place: WebhookPlace,
    page: { failedOnly: boolean; before: number | null; size: number },
  ): Promise<WebhookDelivery[]>;
  /** `null`: there is none of this receiver. */
  one(db: Kysely<Tables>, place: WebhookPlace, id: number): Promise<WholeDelivery | null>;
  /** Sends them once more with the message id that they had, delivered ones too. `null`: it is disabled; else how many. */
  sendAgain(unit: Work, place: WebhookPlace, range: DeliveryRange): Promise<number | null>;
  /** It hears again of what happens from now on. False: it was not disabled. */
  resume(unit: Work, place: WebhookPlace): Promise<boolean>;
  /** With everything that was told to it. */
  remove(unit: Work, place: WebhookPlace): Promise<void>;
  /** Sends this one message now and once, whatever else waits; answers the id of its delivery. */
  sendNow(place: WebhookPlace, target: WebhookTarget, message: WebhookMessage): Promise<number>;
}
export const webhookDeliveries = createToken<WebhookDeliveries>('host/WebhookDeliveries@1');
