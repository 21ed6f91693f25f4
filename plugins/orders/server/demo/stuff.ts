import { createHash } from 'node:crypto';
import type { Charge, PriceBreak, QuoteOption } from '@sinter/sdk/contract/orders/offers';
import type { PaymentWay } from '@sinter/sdk/contract/orders/payments';
import type { Insertable } from 'kysely';
import type { OrderTables } from '../tables.ts';
import type { Outcome, Step } from './story.ts';

export const day = 86_400_000;

export interface Part {
  id: number;
  name: string;
  company: number;
  volume: number;
  area: number;
  x: number;
  y: number;
  z: number;
}
/** What a facility can make something of, and on which machine. */
export interface Choice {
  process: number;
  processKey: string;
  material: number;
  facility: number;
  density: number;
  price: number;
  rate: number;
  bx: number;
  by: number;
  bz: number;
}

export interface Line {
  part: Part;
  quantity: number;
  wanted?: { finish_id?: number; color?: string; tolerance?: string; inspection?: string; notes?: string };
}

/** A quote of the demo; `factor` multiplies what the price engine asks. */
export interface Offer {
  at: Date;
  by: number;
  status: 'SUBMITTED' | 'ACCEPTED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'REVISION_REQUESTED';
  validUntil: Date;
  factor?: number;
  revision?: number;
  /** Of the price engine unless given. */
  leadTimeDays?: number;
  poNumber?: string;
  paidBy?: PaymentWay;
  note?: string;
  internalNote?: string;
  charges?: Charge[];
  options?: QuoteOption[];
  breaks?: (unitPrice: number, quantity: number) => PriceBreak[];
  alternative?: { name: string; materialId: number | null; factor: number };
  wish?: { reason: string; neededBy: string };
}

export interface Asked {
  facility: number;
  internal?: boolean;
  /** What the price engine reckons with. */
  choice: Choice;
  quotes: Offer[];
  fields?: Partial<Insertable<OrderTables['rfq_match']>>;
  /** The facility's. */
  tags?: readonly string[];
}

export interface Story {
  /** The same everywhere: what the order's request is called by. */
  key: string;
  title: string;
  company: number;
  createdBy: number;
  createdAt: Date;
  lines: Line[];
  choice: Choice;
  asked: Asked[];
  nda?: boolean;
  steps: Step[];
  fields?: Partial<Insertable<OrderTables['rfq_order']>>;
}

export interface Written extends Outcome {
  id: number;
  company: number;
  matches: ReadonlyMap<number, number>;
  quotes: readonly { id: number; total: number; facility: number }[];
  lines: readonly { id: number; quantity: number }[];
}

export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The demo data has nothing to choose from.');
  return item;
}

/** The same demo everywhere: ids come from names, not from chance. */
export function demoUuid(name: string): string {
  const hex = createHash('sha256').update(`demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
