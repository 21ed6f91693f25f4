import type { Kysely, RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Tables } from '../../server/tables.ts';
import type { Charge } from './offers.ts';
import type { PaymentWay } from './payments.ts';

/** What a facility and its customer have agreed for an order. Money in minor units of `currency`. */
export interface AgreedOrder {
  orderId: number;
  title: string;
  /** Nothing of its parts may leave the house, their names neither. */
  controlled: boolean;
  company: { id: number; name: string };
  /** Of the person who ordered. */
  email: string;
  currency: string;
  poNumber: string | null;
  paidBy: PaymentWay | null;
  lines: {
    orderFileId: number;
    part: string;
    process: { id: number; name: string };
    quantity: number;
    unitPrice: number;
  }[];
  charges: Charge[];
  /** The facility has agreed to call it off since. */
  calledOff: boolean;
}

/** An order that is agreed with a facility. */
export interface AgreedAt {
  orderId: number;
  /** Where the facility is; an ISO date. */
  day: string;
}

/** For whoever writes invoices. Asks for no rights. */
export interface Billing {
  /** Without orders of the facility's own enterprise, which sends itself no invoices. What was called off is told as it was agreed. */
  agreed(db: Kysely<Tables>, facilityId: number, orderIds: readonly number[]): Promise<AgreedOrder[]>;
  /**
   * Orders that the facility has confirmed since then and that were not called off, the oldest first. `unless`: without those of
   * which this condition on `m.order_id` holds.
   */
  agreedSince(
    db: Kysely<Tables>,
    facilityId: number,
    asked: { since: Date; unless: RawBuilder<unknown>; most: number },
  ): Promise<AgreedAt[]>;
  /** A query of the orders (`order_id`) that were called off after the facility had confirmed them. */
  calledOff(facilityId: number): RawBuilder<unknown>;
  /** Orders that were called off, whose customers have got their money back. */
  refunded(db: Kysely<Tables>, facilityId: number): Promise<number[]>;
  /** How the facility calls what it charges beside parts, the most used first. */
  chargeNames(db: Kysely<Tables>, facilityId: number, most: number): Promise<string[]>;
}
export const billing = createToken<Billing>('orders/Billing@1');
