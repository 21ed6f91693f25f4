import { buffer } from 'node:stream/consumers';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { readTermsFile, type ShopTerms, shopTermsSchema } from '@sinter/sdk/contract/host/storeFront';
import type { FileRecord, FileStore } from '@sinter/sdk/server';
import type { ByteRange } from '../http/bytes.ts';
import { say } from '../say.ts';
import type { Parts } from './parts.ts';
import { termsConfigType } from './types.ts';

const largestFile = 20 * 1024 * 1024;
const pdf = 'application/pdf';

/** Terms are public: each of their files is a PDF of the facility itself. */
export async function termsProblems(
  { storedFiles, files, db }: Pick<Parts, 'db' | 'files' | 'storedFiles'>,
  facilityId: number,
  terms: ShopTerms | null,
): Promise<Record<string, Sentence>> {
  const fields: Record<string, Sentence> = {};
  for (const [language, { fileId }] of Object.entries(terms?.documents ?? {})) {
    const problem = await problemOf(fileId);
    if (problem) fields[`terms.documents.${language}.fileId`] = problem;
  }
  return fields;

  async function problemOf(fileId: number): Promise<Sentence | null> {
    const file = await storedFiles.byId(fileId);
    const row = await db
      .selectFrom('stored_file')
      .select('owner_facility_id')
      .where('id', '=', fileId)
      .executeTakeFirst();
    if (!file || row?.owner_facility_id !== facilityId) return say('termsFileMissing');
    if (file.controlled) return say('termsControlled');
    if (file.size > largestFile) return say('termsTooLarge');
    return (await isPdf(files, file)) ? null : say('termsNotPdf');
  }
}

async function isPdf(files: FileStore, { sha256, size }: FileRecord): Promise<boolean> {
  if (size < 8) return false;
  const { stream } = await files.read(sha256, { controlled: false, range: { start: 0, end: 4 } });
  return (await buffer(stream)).toString('latin1') === '%PDF-';
}

/** Serves the files of present and earlier terms, and no others. */
export function handleTerms({ handle, db, storedFiles, files }: Parts): void {
  handle(readTermsFile, async (_context, { params }) => {
    const rows = await db
      .selectFrom('config_revision')
      .innerJoin('config_record', 'config_record.id', 'config_revision.config_record_id')
      .select('config_revision.config_value')
      .where('config_record.config_type', '=', termsConfigType)
      .execute();
    const published = rows.flatMap(({ config_value }) => {
      const terms = shopTermsSchema.safeParse(config_value).data;
      return Object.values(terms?.documents ?? {}).map(({ fileId }) => fileId);
    });
    const file = published.includes(params.id) ? await storedFiles.byId(params.id) : null;
    if (!file || file.controlled) throw new CallError('NOT_FOUND');
    return {
      size: file.size,
      contentType: pdf,
      etag: file.sha256,
      cache: 'immutable' as const,
      open: async (range?: ByteRange) => (await files.read(file.sha256, { controlled: false, range })).stream,
    };
  });
}
