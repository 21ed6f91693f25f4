import type { MemberRole } from '../enums.ts';
/** Order rights that no permission names: fixed by function, and never granted singly. */
export const orderRights = {
  /** Creates and edits orders. */
  create: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_NON_ADMIN', 'ENG_PURCHASE', 'ENG_APPLICATION_ENGINEER', 'ENG_MANAGER'],
  /** Accepts or rejects a quote, awards by purchase order, pays. */
  accept: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_PURCHASE', 'ENG_MANAGER'],
  /** Asks those who may accept. */
  askApproval: ['ENG_NON_ADMIN', 'ENG_APPLICATION_ENGINEER'],
  /** Quotes, declines, and answers an award. */
  quote: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_APPLICATION_ENGINEER', 'SP_MANAGER'],
  /** Says what was made, shipped and delivered, as who works in production does. */
  produce: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_NON_ADMIN', 'SP_APPLICATION_ENGINEER', 'SP_MANAGER'],
  /** Packs, ships and voids parcels. */
  ship: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_NON_ADMIN', 'SP_MANAGER'],
  /** Writes down that a consignee of controlled goods was screened. */
  screen: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'ITAR_ADMIN'],
  /** Holds, resumes, withdraws, asks to cancel, restores. */
  hold: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_MANAGER', 'SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER'],
  /** Archives what is closed: every function of its own; an add-on does not, nor a kiosk. */
  archive: [
    'ENG_SUPER_ADMIN',
    'ENG_ADMIN',
    'ENG_NON_ADMIN',
    'ENG_PURCHASE',
    'ENG_LEGAL',
    'ENG_APPLICATION_ENGINEER',
    'ENG_MANAGER',
    'SP_SUPER_ADMIN',
    'SP_ADMIN',
    'SP_NON_ADMIN',
    'SP_LEGAL',
    'SP_PURCHASE',
    'SP_APPLICATION_ENGINEER',
    'SP_MANAGER',
  ],
  /** Puts orders under legal hold, and decides how long archived ones are kept. */
  legalHold: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_LEGAL', 'SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_LEGAL'],
  /** Approves or rejects what facilities signed, as the legal side of a buyer. */
  verifyNda: ['ENG_SUPER_ADMIN', 'ENG_LEGAL'],
  /** Signs for a facility that it discloses nothing. */
  signNda: ['SP_SUPER_ADMIN', 'SP_LEGAL'],
  /** Approves and black-lists vendors of a buyer. */
  vendors: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_PURCHASE'],
  /** Sees prices. */
  prices: [
    'ENG_SUPER_ADMIN',
    'ENG_ADMIN',
    'ENG_NON_ADMIN',
    'ENG_PURCHASE',
    'ENG_LEGAL',
    'ENG_APPLICATION_ENGINEER',
    'ENG_MANAGER',
    'SP_SUPER_ADMIN',
    'SP_ADMIN',
    'SP_LEGAL',
    'SP_PURCHASE',
    'SP_APPLICATION_ENGINEER',
    'SP_MANAGER',
    'FINANCIAL_CONTROLLER',
  ],
  /** Looks after how a facility is paid: keys, refunds. */
  cash: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'FINANCIAL_CONTROLLER'],
} satisfies Record<string, MemberRole[]>;

export type OrderRight = keyof typeof orderRights;

export const hasOrderRight = (memberRoles: readonly MemberRole[], right: OrderRight): boolean => {
  const holders: readonly MemberRole[] = orderRights[right];
  return memberRoles.some((role) => holders.includes(role));
};
