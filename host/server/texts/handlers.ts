import { createHash } from 'node:crypto';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { translations } from '@sinter/sdk/contract/host/appearance';
import { serverTexts } from '@sinter/sdk/contract/host/sentences';
import type { FastifyReply } from 'fastify';
import type { Parts } from './parts.ts';
import { bundledTexts, sentencesOf, type Texts } from './bundled.ts';
import { defaultLanguage, languageConfigSchema, languageConfigType, shippedLanguages } from './languages.ts';

export function handleTexts({ handle, db, doors, configuration, areas }: Parts): void {
  const sentences = sentencesOf(areas);
  handle(listLanguages, async ({ principal, request }) => {
    const facilityId = principal?.facilityId ?? (await doors.of(request.hostname));
    const everything = { disabled: [] };
    const { disabled } = await configuration.read(languageConfigType, languageConfigSchema, everything, facilityId);
    const off = new Set<string>(disabled);
    return {
      data: shippedLanguages
        .filter(({ key }) => !off.has(key))
        .map((language) => ({ ...language, isDefault: language.key === defaultLanguage })),
    };
  });

  handle(translations, async ({ reply }, { params }) => {
    const [bundled, rows] = await Promise.all([
      bundledTexts(params.key),
      db.selectFrom('translation').select(['token', 'text']).where('language', '=', params.key).execute(),
    ]);
    const texts = { ...bundled, ...Object.fromEntries(rows.map((row) => [row.token, row.text])) };
    return kept(reply, texts);
  });

  handle(serverTexts, async ({ reply }, { params }) => kept(reply, await sentences(params.key)));
}

/** Kept by the browser, and asked for again only to hear that nothing has changed. */
function kept(reply: FastifyReply, texts: Texts): Texts {
  const etag = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
  reply.header('ETag', `"${etag}"`).header('Cache-Control', 'no-cache');
  return texts;
}
