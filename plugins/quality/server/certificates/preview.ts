import { Readable } from 'node:stream';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { certificateSample } from '@sinter/sdk/contract/orders/certificateBasis';
import type { previewCertificate } from '@sinter/sdk/contract/quality/quality';
import { documentLanguage, documents, versions, type CallContext, type FileReply } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { quality } from '../kind.ts';
import { say } from '../texts.ts';
import { partBy } from './conformity.ts';

/** What the draft of the settings, or those in force, would print. Nothing of it is kept. */
export async function preview(
  context: CallContext,
  { query }: CallArguments<typeof previewCertificate>,
): Promise<FileReply> {
  const { db, facilityId, user } = context;
  const { draft, published } = await context.get(versions).of(quality, { facilityId, elementId: '' }).state(db);
  const { value } = draft ?? published;
  const modelOf = await context
    .get(certificateSample)
    .of(context, query.shipmentId ?? null, (facility, parts) => partBy(db, facility, parts, value));
  if (!modelOf) throw new CallError('NOT_FOUND', say('noShipmentToShow'));
  const { rows } = await sql<{ language: string }>`select language from app_user where id = ${user.userId}`.execute(db);
  const language = documentLanguage(query.language ?? rows[0]?.language);
  const service = context.get(documents);
  const words = await service.words(language);
  const model = modelOf(words);
  const marked = {
    ...model,
    sheets: model.sheets.map((sheet) => ({ ...sheet, mark: words.say(say('certificateTest')) })),
  };
  const { bytes } = await service.render(marked, { language, facilityId });
  return {
    stream: Readable.from([Buffer.from(bytes)]),
    contentType: 'application/pdf',
    size: bytes.length,
    cache: 'no-store',
  };
}
