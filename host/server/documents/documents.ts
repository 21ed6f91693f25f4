import { createHash } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import {
  type DocumentLanguage,
  documentLanguages,
  type DocumentModel,
  documentModelSchema,
  type Documents,
  type DocumentSubject,
  type DocumentWords,
  type IssuedDocument,
  type RenderedDocument,
} from '@sinter/sdk/server/documents';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../say.ts';
import type { Texts } from '../texts/bundled.ts';
import { type BrandParts, brandOf, type KeptBrand, keptBrandSchema, withLogo } from './brand.ts';
import { type RoomDb, roomDb, roomTransaction } from './tables.ts';
import type { SiteAddress } from '../http/site.ts';
import { picturesOf } from './pictures.ts';
import type { Drawn } from './pdf/task.ts';
import type { DrawingThread } from './thread.ts';
import { isRightToLeft, wordsOf } from './words.ts';

export interface DocumentParts extends BrandParts {
  thread: DrawingThread;
  /** Draws what nobody waits for at the screen. */
  background: DrawingThread;
  sentences(language: string): Promise<Texts>;
  site: SiteAddress;
}

const modelsSchema = z.record(z.enum(documentLanguages), documentModelSchema);
type Models = z.infer<typeof modelsSchema>;

export function createDocuments(parts: DocumentParts): Documents {
  const words = async (language: DocumentLanguage): Promise<DocumentWords> =>
    wordsOf(language, await parts.sentences(language), parts.site);

  async function drawn(model: DocumentModel, language: DocumentLanguage, kept: KeptBrand): Promise<RenderedDocument> {
    const inWords = await words(language);
    const drawing = await drawingOf(model, inWords, [footOf(kept.name, model, inWords)], kept);
    return { ...ended(await parts.thread.draw(drawing)), hash: hashOf(model) };
  }

  const drawingOf = async (model: DocumentModel, inWords: DocumentWords, left: string[], kept: KeptBrand) => ({
    ...{ model, locale: inWords.locale, rightToLeft: isRightToLeft(inWords.language) },
    brand: await withLogo(parts, kept),
    pictures: await picturesOf(parts, model),
    labelled: inWords.say(say('documentLabel', { label: '{{label}}', value: '{{value}}' })),
    foot: { left, right: inWords.say(say('documentPage', { page: '{{page}}', pages: '{{pages}}' })) },
  });

  return {
    words,

    async render(model, { language, facilityId }) {
      return drawn(checked(model), language, await brandOf(parts, facilityId));
    },

    async issue(unit, subject, facilityId, model) {
      const db = roomTransaction(unit.db);
      const key = `${subject.type} ${subject.of} ${subject.id}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 16))`.execute(db);
      const all = await Promise.all(
        documentLanguages.map(async (language) => [language, checked(model(await words(language)))] as const),
      );
      const contentHash = sha256(JSON.stringify(all));
      const last = await versionsOf(db, subject).select('content_hash').limit(1).executeTakeFirst();
      if (last?.content_hash === contentHash) return issued(last);
      const version = (last?.version ?? 0) + 1;
      const models = Object.fromEntries(all.map(([language, one]) => [language, { ...one, version }]));
      const row = await db
        .insertInto('issued_document')
        .values({
          ...{ type: subject.type, subject: subject.of, subject_id: subject.id, version, facility_id: facilityId },
          models: JSON.stringify(models),
          brand: JSON.stringify(await brandOf({ ...parts, db: unit.db }, facilityId)),
          content_hash: contentHash,
        })
        .returning(['version', 'issued_at', 'models'])
        .executeTakeFirstOrThrow();
      return issued(row);
    },

    async issued(db, subject) {
      return (await versionsOf(roomDb(db), subject).execute()).map(issued);
    },

    async renderIssued(subject, version, language) {
      const row = await versionsOf(roomDb(parts.db), subject)
        .select('brand')
        .where('version', '=', version)
        .executeTakeFirst();
      if (!row) throw new CallError('NOT_FOUND');
      return drawn(modelsSchema.parse(row.models)[language], language, keptBrandSchema.parse(row.brand));
    },

    async renderTogether(all, language, { onSheet, signal }) {
      const inWords = await words(language);
      const models: DocumentModel[] = [];
      const feet: string[] = [];
      let brand: KeptBrand | null = null;
      for (const { subject, version } of all) {
        const row = await versionsOf(roomDb(parts.db), subject)
          .select('brand')
          .where('version', '=', version)
          .executeTakeFirst();
        if (!row) throw new CallError('NOT_FOUND');
        brand = keptBrandSchema.parse(row.brand);
        const model = modelsSchema.parse(row.models)[language];
        models.push(model);
        const foot = footOf(brand.name, model, inWords);
        for (const _ of model.sheets) feet.push(foot);
      }
      const [first] = models;
      if (!first || !brand) throw new CallError('NOT_FOUND');
      const model = checked({ ...first, sheets: models.flatMap(({ sheets }) => sheets) });
      const told = { onSheet: (sheets: number) => onSheet(sheets / model.sheets.length), signal };
      const drawing = await drawingOf(model, inWords, feet, brand);
      return ended(await parts.background.draw(drawing, told));
    },
  };
}

const footOf = (name: string, model: DocumentModel, words: DocumentWords): string =>
  [name, model.version && words.say(say('documentVersion', { version: model.version })), hashOf(model).slice(0, 16)]
    .filter(Boolean)
    .join(' · ');

function ended(answer: Drawn): { bytes: Uint8Array; pages: number } {
  if ('tooLong' in answer) throw new CallError('NOT_POSSIBLE', say('documentTooLong'));
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}

const versionsOf = (db: RoomDb, subject: DocumentSubject) =>
  db
    .selectFrom('issued_document')
    .select(['version', 'issued_at', 'models'])
    .where('type', '=', subject.type)
    .where('subject', '=', subject.of)
    .where('subject_id', '=', subject.id)
    .orderBy('version', 'desc');

/** The same bytes whichever way it was stored: the schema gives its fields one order. */
function checked(model: DocumentModel): DocumentModel {
  const parsed = documentModelSchema.safeParse(model);
  if (!parsed.success) throw new CallError('NOT_POSSIBLE', say('documentTooLong'));
  return parsed.data;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashOf = (model: DocumentModel): string => sha256(JSON.stringify(model));

function issued({ version, issued_at, models }: { version: number; issued_at: Date; models: unknown }): IssuedDocument {
  const all: Models = modelsSchema.parse(models);
  return {
    version,
    issuedAt: issued_at.toISOString(),
    hashes: {
      en_US: hashOf(all.en_US),
      de_DE: hashOf(all.de_DE),
      fr_FR: hashOf(all.fr_FR),
      ja_JP: hashOf(all.ja_JP),
      ar_SA: hashOf(all.ar_SA),
    },
  };
}
