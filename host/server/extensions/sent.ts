import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { type PackageFile, readPackageFile } from '#registry/packageFile';
import { languageOf } from '#registry/packages';
import { PackageFileError } from '#registry/zipEntries';
import { say } from '../say.ts';

/** Refused with TOO_LARGE beyond `most` bytes. */
export async function collected(content: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > most) throw new CallError('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A refusal names the file and the rule, in the reader's language. */
export function readSent(bytes: Uint8Array): PackageFile {
  try {
    return readPackageFile(bytes);
  } catch (error) {
    if (!(error instanceof PackageFileError)) throw error;
    const { rule, file, detail } = error;
    const sentence =
      rule === 'not-a-zip' || rule === 'too-many-files' || rule === 'too-large' || rule === 'mismatch'
        ? say(`package.${rule}`)
        : rule === 'own-name'
          ? say('package.own-name', { detail })
          : rule === 'bad-json'
            ? say('package.bad-json', { file, detail })
            : say(`package.${rule}`, { file });
    throw new CallError('INVALID_INPUT', sentence, { fields: { file: sentence } });
  }
}

const textsSchema = z.record(z.string(), z.string());

/** Texts by language. */
export function textsOf({ contents }: PackageFile): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const [path, content] of contents) {
    const language = languageOf(path);
    if (language === undefined) continue;
    try {
      const own = textsSchema.safeParse(JSON.parse(Buffer.from(content).toString('utf8'))).data;
      if (own) texts[language] = own;
    } catch {
      // Texts that are no JSON are as if they were not there.
    }
  }
  return texts;
}
