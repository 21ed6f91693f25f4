import { createToken } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';

/** The mails that the product sends; their texts are in `texts/<language>.json` as `<name>.subject` and `<name>.body`.
 * A value may have words of its own there: `keysReset.which.USER`. */
export interface MailValues {
  /** Link that verifies an address. */
  verifyEmail: { name: string; link: string };
  /** Somebody registered with an address that has an account. */
  alreadyRegistered: { name: string; link: string };
  resetPassword: { name: string; link: string };
  /** `keys`: what became of the user's own API keys. */
  passwordChanged: { name: string; address: string; keys: 'NONE' | 'KEPT' | 'ENDED' };
  invitation: { inviter: string; companyName: string; link: string; days: number };
  /** A new e-mail address was asked for; goes to the old one. */
  emailChanging: { name: string; newEmail: string };
  keysReset: { name: string; which: string; address: string };
  factorsChanged: { name: string; what: string; address: string };
  /** Something happened that concerns the person; `items` in the next: several things, of one order or of many. */
  notice: { name: string; notice: string; link: string };
  noticesOfOne: { name: string; subject: string; count: number; link: string };
  notices: { name: string; count: number; link: string };
  /** Several things, to an address that belongs to nobody who could have an inbox. */
  noticesOfPlace: { name: string; count: number; link: string };
}
export type MailName = keyof MailValues;

/** A line of a list in a mail, which may lead somewhere. */
export interface MailItem {
  text: string;
  address: string;
}

/** Of mails that people may stop: where they choose what they get, and where one click stops them. */
export interface MailChoice {
  settings: string;
  stop: string;
}

/** A facility's own words in place of the product's, as templates; what is empty is not replaced. */
export interface MailWords {
  subject: string;
  body: string;
  header: string;
  footer: string;
  /** Of tokens that only these know. */
  values: Readonly<Record<string, string>>;
}

export interface Mail {
  /**
   * Queues a mail within the transaction that is its reason: it is sent if and only if that commits. Values are put
   * into the text as one line each, and escaped in the HTML part. A recipient that is not one plain address is
   * INVALID_INPUT.
   */
  send<N extends MailName>(
    unit: Work,
    name: N,
    message: {
      to: string;
      language: string;
      values: MailValues[N];
      items?: readonly MailItem[];
      choice?: MailChoice;
      /** The facility that has added this address: the mail says that this is why it comes. */
      addedBy?: string;
      /** Whose settings it goes by; left out, the site's. */
      facilityId?: number | null;
      own?: MailWords;
      /** Where an answer is read: the mail says that it can be answered. */
      answers?: string;
    },
  ): Promise<void>;
}

export const mailer = createToken<Mail>('host/Mail@1');
