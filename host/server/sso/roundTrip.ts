import type { Connection } from './connections.ts';

/** The reason that the sign-in page shows; details go to the log only. */
export type RefusalCode = 'refused' | 'expired' | 'unknown' | 'unavailable';

/** A single sign-on that ends without a session. */
export class SsoRefusal extends Error {
  override readonly name = 'SsoRefusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}

/** A person as an identity provider describes them. */
export interface Identity {
  /** The provider's own id of the person, which it never gives to somebody else. */
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** A sign-in as it begins. */
export interface Beginning {
  connection: Connection;
  /** SHA-256 of the secret that only the browser that begins has. */
  browser: string;
  /** Path to go on to. */
  landing: string;
}

/** What came back from the provider, verified. */
export interface Answer {
  connectionId: number;
  browser: string;
  landing: string;
  identity: Identity;
}
