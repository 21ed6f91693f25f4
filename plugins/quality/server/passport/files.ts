import { Readable } from 'node:stream';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { readPassportFile } from '@sinter/sdk/contract/quality/passport';
import {
  documentLanguage,
  documents,
  type CallContext,
  type DocumentLanguage,
  type FileReply,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { leavesOut } from '../../shared/passport/sections.ts';
import { contentOf, fileOf, keptSchema } from './kept.ts';
import { material, summary } from './paper.ts';
import { readableOne } from './read.ts';
import { copyFor } from './sight.ts';

/** The one that the reader has chosen. */
async function languageOf({ db, user }: CallContext): Promise<DocumentLanguage> {
  const { rows } = await sql<{ language: string }>`select language from app_user where id = ${user.userId}`.execute(db);
  return documentLanguage(rows[0]?.language);
}

const named = { file: 'passport', summary: 'passport', material: 'material-certificate' } as const;

export async function passportFile(
  context: CallContext,
  { params, query }: CallArguments<typeof readPassportFile>,
): Promise<FileReply> {
  const { content, names, controlled, facilityId } = await readableOne(context, params);
  const kept = keptSchema.parse(content);
  const copy = copyFor(context.user, query.copy, controlled);
  const fileName = `${named[params.form]}-lot-${params.lotId}-v${params.version}`;
  if (params.form === 'file') {
    const bytes = Buffer.from(fileOf(kept, copy, names));
    return reply(bytes, 'application/json', `${fileName}.json`, query.download);
  }
  const language = documentLanguage(query.language ?? (await languageOf(context)));
  const service = context.get(documents);
  const words = await service.words(language);
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from facility where id = ${facilityId}
  `.execute(context.db);
  const of = {
    ...{ lotId: params.lotId, version: params.version, issuedAt: kept.head.issuedAt, enterprise: kept.head.enterprise },
    ...{ seal: kept.signature.seal, keyId: kept.signature.keyId, timeZone: rows[0]?.timeZone ?? 'UTC' },
    content: contentOf(kept, copy, names),
    left: kept.entries.some(({ name }) => leavesOut(copy, names)(name)),
  };
  const model = params.form === 'summary' ? summary(of, words) : material(of, words);
  const { bytes } = await service.render(model, { language, facilityId });
  return reply(Buffer.from(bytes), 'application/pdf', `${fileName}.pdf`, query.download);
}

const reply = (bytes: Buffer, contentType: string, downloadName: string, download: 'true' | 'false'): FileReply => ({
  stream: Readable.from([bytes]),
  contentType,
  size: bytes.length,
  // JSON is for programs: shown by a browser it would be a page of letters.
  ...((download === 'true' || contentType === 'application/json') && { downloadName }),
  cache: 'no-store',
});
