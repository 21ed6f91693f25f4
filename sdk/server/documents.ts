import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Sentence } from '../contract/texts.ts';
import { codeKindSchema } from '../contract/codes.ts';
import { createToken } from '../plugin/token.ts';
import type { Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/**
 * A document as plain data. Every text is worded already, in the language that the document is in; numbers, money and
 * dates too (`Documents.words`). Texts may hold any script in any direction: each is set by its own.
 */
const text = z.string().max(20_000);

const blockSchema = z.discriminatedUnion('kind', [
  /** Sender, recipient, delivery address ... beside each other; the first line of each is its name. */
  z.object({
    kind: z.literal('parties'),
    parties: z.array(z.object({ title: text, lines: z.array(text).max(20) })).max(6),
  }),
  /** Labels with their values, in two columns (one on a label). */
  z.object({
    kind: z.literal('facts'),
    title: text.optional(),
    facts: z.array(z.object({ label: text, value: text })).max(200),
  }),
  /** Goes on over pages; its heads are repeated. `share`: of the width, 1 where left out. */
  z.object({
    kind: z.literal('table'),
    title: text.optional(),
    columns: z
      .array(z.object({ head: text, share: z.number().positive().optional(), number: z.boolean().optional() }))
      .min(1)
      .max(12),
    /** `more`: what stands below the row, over its whole width. `room`: to write in by hand. */
    rows: z
      .array(z.object({ cells: z.array(text).max(12), more: text.optional(), room: z.boolean().optional() }))
      .max(20_000),
  }),
  z.object({
    kind: z.literal('totals'),
    rows: z.array(z.object({ label: text, value: text, strong: z.boolean().optional() })).max(100),
  }),
  z.object({ kind: z.literal('notes'), title: text.optional(), paragraphs: z.array(text).max(500) }),
  /** A PNG or JPEG of the file store, by its hash; nothing is drawn once it is gone. Not for what is export controlled. */
  z.object({ kind: z.literal('picture'), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** Lines to sign on by hand, each with what it is for. */
  z.object({ kind: z.literal('signatures'), lines: z.array(text).max(8) }),
]);
export type DocumentBlock = z.infer<typeof blockSchema>;

/** One piece of paper: it begins on a page of its own, and counts its pages. */
const sheetSchema = z.object({
  title: text,
  /** What it is known by: of the order, the shipment. */
  number: text.optional(),
  /** Stands out beside the title: "Draft". */
  mark: text.optional(),
  /** Drawn as a QR code that says this and nothing else, with the same in letters below. */
  code: z
    .object({
      kind: codeKindSchema,
      id: z.number().int().positive(),
      /** Says this instead: the address of a page (`DocumentWords.address`). */
      link: z.string().max(500).optional(),
      /** What stands below it instead. */
      letters: z.string().max(60).optional(),
    })
    .optional(),
  blocks: z.array(blockSchema).max(100),
});
export type DocumentSheet = z.infer<typeof sheetSchema>;

export const documentModelSchema = z.object({
  /** `quote`, `packing-slip`, ... */
  type: z.string().max(60),
  /** When it became what it says (ISO): the only time that the PDF bears. */
  at: z.string().max(40),
  /** Printed at the foot where it has one; `issue` sets it. */
  version: z.number().int().positive().optional(),
  /** A sheet, or a label of so many millimetres, on which everything is made smaller until it fits one page. */
  paper: z.union([
    z.enum(['A4', 'LETTER']),
    z.object({ width: z.number().min(20).max(210), height: z.number().min(15).max(297) }),
  ]),
  sheets: z.array(sheetSchema).min(1).max(5_000),
});
export type DocumentModel = z.infer<typeof documentModelSchema>;

/** Languages in which documents are made (`en_US`). */
export const documentLanguages = ['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];
/** `language` if documents are made in it, else English. */
export const documentLanguage = (language: string | undefined): DocumentLanguage =>
  documentLanguages.find((one) => one === language) ?? 'en_US';

export interface RenderedDocument {
  bytes: Uint8Array;
  /** SHA-256 of the model, 64 hex digits; the foot of each page has the first sixteen. */
  hash: string;
  pages: number;
}

/** How a document says things in its language, whatever language the server or the reader speaks. */
export interface DocumentWords {
  language: DocumentLanguage;
  /** `de-DE` */
  locale: string;
  say(sentence: Sentence): string;
  number(value: number, digits?: number): string;
  /** Integer minor units in their own currency. */
  money(minorUnits: number, currency: string): string;
  /** Where a page is found, for a QR code: the site with this path. */
  address(path: string): string;
  /** A day, by the clock of `timeZone`; of `YYYY-MM-DD` that day. */
  date(value: Date | string, timeZone: string): string;
}

/** What a document is of: `{ type: 'quote', of: 'match', id: 12 }`. Its versions count from 1. */
export interface DocumentSubject {
  type: string;
  of: string;
  id: number;
}

export interface IssuedDocument {
  version: number;
  /** ISO */
  issuedAt: string;
  /** Of the model in each language. */
  hashes: Readonly<Record<DocumentLanguage, string>>;
}

/** Makes PDFs. Asks for no rights: whoever builds a model decides what its reader may know. */
export interface Documents {
  words(language: DocumentLanguage): Promise<DocumentWords>;
  /**
   * The same bytes for the same model, language, and logo and color of the facility. It is made in a thread of its own, so
   * that everything else goes on meanwhile. Throws NOT_POSSIBLE where it is too long, or takes too long.
   */
  render(model: DocumentModel, options: { language: DocumentLanguage; facilityId: number }): Promise<RenderedDocument>;
  /**
   * Keeps what a document says, in every language, with the logo and color of now, as its next version. Where it says what
   * its last version says, that stays the last.
   */
  issue(
    unit: Work,
    subject: DocumentSubject,
    facilityId: number,
    model: (words: DocumentWords) => DocumentModel,
  ): Promise<IssuedDocument>;
  /** Versions of a document, newest first. */
  issued(db: Kysely<Tables>, subject: DocumentSubject): Promise<IssuedDocument[]>;
  /** What was issued: the same bytes whenever it is asked for. Throws NOT_FOUND for a version that there is not. */
  renderIssued(subject: DocumentSubject, version: number, language: DocumentLanguage): Promise<RenderedDocument>;
  /**
   * Many of one facility that were issued, in one PDF, each with its own version and hash at its foot and the last one's logo
   * and color. For background jobs: whoever waits for a document does not wait for these. `onSheet` is told which share of
   * the sheets is drawn. Throws NOT_POSSIBLE beyond 5,000 sheets, and the reason of `signal`.
   */
  renderTogether(
    all: readonly { subject: DocumentSubject; version: number }[],
    language: DocumentLanguage,
    told: { onSheet: (share: number) => void; signal: AbortSignal },
  ): Promise<{ bytes: Uint8Array; pages: number }>;
}
export const documents = createToken<Documents>('host/Documents@1');
