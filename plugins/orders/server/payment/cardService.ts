import type { Payment } from './rows.ts';

/** A payment page of the payment service, as it stands there. */
export interface CardSession {
  state: 'OPEN' | 'PAID' | 'EXPIRED' | 'FAILED';
  /** What was charged, by the service's name. */
  intent: string | null;
  /** What the service was told to charge, and for what. */
  reference: string | null;
  amount: number | null;
  currency: string | null;
  lines: readonly { quantity: number; amount: number }[];
}

/** A signed message of the payment service. */
export interface CardNotice {
  /** A payment page has changed. */
  session?: { id: string; reference: string; intent: string | null };
  /** A refund has failed after all; by the key that it was asked for with. */
  failedRefund?: string;
}

/** Takes cards. Every call may be made again: the same key does the same once. */
export interface CardService {
  /** Throws `CardRefused` for what the service does not take. */
  begin(payment: Payment): Promise<{ id: string; url: string }>;
  look(sessionId: string): Promise<CardSession>;
  /** Nobody can pay there any more; harmless where it is over already. */
  close(sessionId: string): Promise<void>;
  /** A charge that was made for this payment; `null` for any other. */
  charged(intent: string, paymentId: string): Promise<number | null>;
  /** `key` names the refund: it is made once. */
  refund(wanted: { intent: string; amount: number; key: string }): Promise<void>;
  /** Throws `CardRefused` where the service does not know the key. */
  tryKey(): Promise<void>;
  /** Throws where the service has not signed it. */
  readNotice(bytes: Uint8Array, signature: string, secret: string): CardNotice;
}

/** The service does not take what it was sent; another attempt changes nothing. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
}
