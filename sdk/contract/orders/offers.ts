import * as z from 'zod';
import { namedSchema } from '../named.ts';
import { fileDtoSchema } from '../host/files.ts';
import { accuracySchema } from './estimate.ts';
import { moneySchema } from './orderFile.ts';

/** What a quote offers beside one price for each part. Money in minor units of the quote's currency. */

const id = z.number().int();
const pieces = z.number().int().min(1).max(100_000);
const minor = z.number().int().min(0).max(1_000_000_000);
const lineName = z.string().trim().min(1).max(100);

/** The price of one piece when so many are ordered. */
export const priceBreakSchema = z.object({ quantity: pieces, unitPrice: minor });
export type PriceBreak = z.infer<typeof priceBreakSchema>;

/** Adds to the total whatever is ordered: setup, shipping. */
export const chargeSchema = z.object({ name: lineName, amount: minor });
export type Charge = z.infer<typeof chargeSchema>;

/** Another way to make a part, with a price of its own, as it is sent. Without a material it is the one asked for. */
export const newAlternativeSchema = z.object({
  name: lineName,
  materialId: id.nullable().default(null),
  quantity: pieces,
  unitPrice: minor,
});

export const newLineSchema = z.object({
  orderFileId: id,
  unitPrice: minor,
  /** For other quantities than the one asked for. */
  breaks: z.array(priceBreakSchema).max(10).default([]),
  alternatives: z.array(newAlternativeSchema).max(10).default([]),
});

/** Another lead time for the whole order; it multiplies the price of each piece, and no charge. */
export const newOptionSchema = z.object({
  name: lineName,
  leadTimeDays: z.number().int().min(1).max(365),
  priceFactor: z.number().min(0.1).max(10),
});

/** `id` counts from 1 in its line. */
export const alternativeSchema = z.object({
  id,
  name: z.string(),
  /** `null`: as asked for. */
  amProcess: namedSchema.nullable(),
  material: namedSchema.nullable(),
  quantity: z.number().int(),
  unitPrice: z.number().int(),
});
export type Alternative = z.infer<typeof alternativeSchema>;

export const quoteLineSchema = z.object({
  orderFileId: id,
  /** As offered; of an accepted quote, as agreed. */
  unitPrice: z.number().int(),
  quantity: z.number().int(),
  breaks: z.array(priceBreakSchema),
  alternatives: z.array(alternativeSchema),
  /** The alternative that was agreed. */
  alternativeId: id.nullable(),
});
export type QuoteLine = z.infer<typeof quoteLineSchema>;

/** `id` counts from 1 in its quote. */
export const quoteOptionSchema = newOptionSchema.extend({ id });
export type QuoteOption = z.infer<typeof quoteOptionSchema>;

/** What the buyer wants changed about a quote. Nothing of it binds anybody. */
export const wishSchema = z.object({
  total: moneySchema.nullable().default(null),
  /** ISO date. */
  neededBy: z.iso.date().nullable().default(null),
  quantities: z
    .array(z.object({ orderFileId: id, quantity: pieces }))
    .max(200)
    .default([]),
});
export type Wish = z.infer<typeof wishSchema>;

/** Which of what a quote offers the buyer takes; nothing named: as asked for. */
export const choicesSchema = z.object({
  optionId: id.nullable().default(null),
  /** `quantity`: one of the line's breaks. */
  lines: z
    .array(
      z.object({
        orderFileId: id,
        alternativeId: id.nullable().default(null),
        quantity: pieces.nullable().default(null),
      }),
    )
    .max(200)
    .default([]),
});
export type Choices = z.infer<typeof choicesSchema>;

/** The fields of a quote that this file is about. */
export const offerSchema = z.object({
  /** How many quotes the facility has sent for the order, this one included. */
  revision: z.number().int(),
  lines: z.array(quoteLineSchema),
  charges: z.array(chargeSchema),
  options: z.array(quoteOptionSchema),
  /** The option that was agreed. */
  optionId: id.nullable(),
  files: z.array(fileDtoSchema),
  /** Of the facility for itself; `null` for everybody else. */
  internalNote: z.string().nullable(),
  /**
   * How sure the estimate of each part was when the quote was sent, and what it rested on; `null` where nothing was learned from finished
   * builds yet, and for everybody but the facility.
   */
  estimated: z.array(z.object({ orderFileId: id, accuracy: accuracySchema })).nullable(),
  /** What the buyer asked to be changed. */
  wish: wishSchema.extend({ reason: z.string() }).nullable(),
});

/** What the price engine said when the order was placed. `at`: ISO date and time. */
export const keptEstimateSchema = z.object({
  at: z.string(),
  lines: z.array(z.object({ orderFileId: id, quantity: z.number().int(), unitPrice: moneySchema })),
  /** One for each currency. */
  totals: z.array(moneySchema),
  leadTimeDays: z.number().int(),
});
export type KeptEstimate = z.infer<typeof keptEstimateSchema>;

/** Somebody who may not accept a quote asks those of the own company who may. Dates are ISO dates and times. */
export const approvalSchema = z.object({
  id,
  quoteId: id,
  by: z.string(),
  on: z.string(),
  message: z.string(),
  /** Whom; empty: whoever may. */
  askedOf: z.array(namedSchema),
  /** `CLOSED`: nobody answered, and the quote can no longer be accepted. */
  answer: z.enum(['OPEN', 'ACCEPTED', 'REFUSED', 'CLOSED']),
  answeredBy: z.string().nullable(),
  answeredOn: z.string().nullable(),
  reason: z.string(),
});
export type Approval = z.infer<typeof approvalSchema>;
