import { CallError, type Sentence } from '@sinter/sdk/contract';
import { shops, storedFiles, type CallContext, type FileRecord } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { ShopFacts } from '@sinter/sdk/contract/host/storeFront';
import { say } from '../texts.ts';
import { answerFiles, type Framed } from '../requestForms/answers.ts';

/** The uploads and meshes of a request, and the files among its answers. */
export const filesOf = ({ rfqFileDTOs, answers }: Pick<Framed, 'rfqFileDTOs' | 'answers'>): number[] => [
  ...new Set([
    ...rfqFileDTOs.flatMap(({ originalFileId, fileId }) => [originalFileId, fileId]),
    ...answerFiles(answers),
  ]),
];

/** Throws unless the caller may ask for these parts. Called before the transaction that keeps them. */
export async function requireFiles(context: CallContext, request: Framed): Promise<void> {
  const files = context.get(storedFiles);
  const ids = filesOf(request);
  const seen = await Promise.all(ids.map((id) => files.require(context.user, id)));
  await requirePrepared(context, request, seen);
  if (request.exportControlled || seen.some(({ controlled }) => controlled)) await files.prepareRestrict(ids);
}

/** What the shop takes. */
function uploadProblem(file: FileRecord | undefined, { mostMegabytes, formats }: ShopFacts['upload']): Sentence | null {
  if (!file) return null;
  const extension = file.fileName.slice(file.fileName.lastIndexOf('.') + 1).toLowerCase();
  if (formats && !formats.includes(extension)) return say('formatNotTaken', { formats: formats.join(', ') });
  if (mostMegabytes !== null && file.size > mostMegabytes * 1024 * 1024)
    return say('largerThanShop', { most: mostMegabytes });
  return null;
}

/**
 * A company orders what it has uploaded itself, with the mesh that was made from it. Only what preparation has verified
 * can be quoted, and each part in a material that belongs to its process.
 */
async function requirePrepared(context: CallContext, request: Framed, seen: readonly FileRecord[]): Promise<void> {
  const { rfqFileDTOs } = request;
  const facts = await context.db
    .selectFrom('stored_file')
    .leftJoin('file_facts', 'file_facts.file_id', 'stored_file.id')
    .select(['stored_file.id', 'stored_file.owner_company_id', 'file_facts.file_id'])
    .where('stored_file.id', '=', sql<number>`any(${seen.map((file) => file.id)})`)
    .execute();
  const materials = await context.db
    .selectFrom('material')
    .select(['id', 'am_process_id'])
    .where('id', '=', sql<number>`any(${rfqFileDTOs.map((file) => file.materialId)})`)
    .execute();
  const finishes = await context.db
    .selectFrom('post_processing')
    .select('id')
    .where('id', '=', sql<number>`any(${rfqFileDTOs.map((file) => file.finishId)})`)
    .execute();
  const records = new Map(seen.map((record) => [record.id, record]));
  const known = new Map(facts.map((row) => [row.id, row]));
  const own = (id: number) => known.get(id)?.owner_company_id === context.companyId;
  const rootOf = (id: number) => records.get(id)?.rootFileId;
  const { upload } = await context.get(shops).factsFor(context.db, context.user);
  const fields: Record<string, Sentence> = {};
  for (const [index, file] of rfqFileDTOs.entries()) {
    const at = `rfqFileDTOs.${index}`;
    const problem = own(file.originalFileId)
      ? uploadProblem(records.get(file.originalFileId), upload)
      : say('notYourFile');
    if (problem) fields[`${at}.originalFileId`] = problem;
    if (!own(file.fileId) || rootOf(file.fileId) !== rootOf(file.originalFileId)) {
      fields[`${at}.fileId`] = say('notMadeOfIt');
    } else if (known.get(file.fileId)?.file_id === null) {
      fields[`${at}.fileId`] = say('notPrepared');
    }
    if (materials.find((row) => row.id === file.materialId)?.am_process_id !== file.amProcessId) {
      fields[`${at}.materialId`] = say('otherProcess');
    }
    if (file.finishId !== null && !finishes.some(({ id }) => id === file.finishId)) {
      fields[`${at}.finishId`] = say('noFinish');
    }
  }
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}
