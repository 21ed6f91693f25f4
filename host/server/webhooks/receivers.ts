import type { EventSpec } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';

/** Something that happened, as it is offered to a facility's receivers. */
export interface Happening {
  event: EventSpec;
  payload: unknown;
  facilityId: number;
  /** Its row is export controlled. */
  controlled: boolean;
}

/** What a receiver is told of it. `object`: what happened to the same one is told in order. */
export interface Message {
  type: string;
  object: string;
  data: Readonly<Record<string, unknown>>;
}

/** Somebody outside who hears of what happens in a facility. */
export interface Receiver {
  name: string;
  /** `null`: this is not for it. */
  tell(happening: Happening): Message | null;
}

/** Where a message goes now, and how it is signed. */
export interface Target {
  address: URL;
  /** The header `webhook-signature` of `<id>.<timestamp>.<body>`. */
  sign(text: string): string;
}

/** A room above that has receivers. */
export interface WebhookReceivers {
  /** `app` */
  kind: string;
  /** Whether any of them could hear of such an event. */
  hears(event: EventSpec): boolean;
  /** Those that hear of anything in this facility. */
  of(facilityId: number): Promise<readonly Receiver[]>;
  /** `null`: it is off, or not there any more. */
  target(place: { facilityId: number; name: string }): Promise<Target | null>;
  /** Nothing is sent to it any more, until somebody resumes it: tells who looks after it. */
  disabled(unit: Work, endpoint: DisabledEndpoint): Promise<void>;
}

export interface DisabledEndpoint {
  endpointId: number;
  facilityId: number;
  name: string;
  reason: 'GONE' | 'FAILING';
}
export const webhookReceivers = createToken<WebhookReceivers>('host/WebhookReceivers@1');
