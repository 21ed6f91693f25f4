import * as z from 'zod';
import type { MailName } from './mail.ts';

/** The text under a key, or `undefined` where not even English has it. */
export type MailTexts = (key: string) => string | undefined;

const fileSchema = z.object({ default: z.record(z.string(), z.string()) });
type File = ReadonlyMap<string, string>;

const fallback = 'en_US';
const languageKey = /^[a-z]{2}_[A-Z]{2}$/;
const loaded = new Map<string, Promise<File>>();

/** A language without a file, or without one of the texts, falls back to English. */
export async function mailTexts(language: string): Promise<MailTexts> {
  const english = await read(fallback);
  const own = await read(language).catch(() => english);
  return (key) => own.get(key) ?? english.get(key);
}

/** The bundler turns the pattern into the files that exist: a language is there as soon as its file is. */
async function load(language: string): Promise<File> {
  if (!languageKey.test(language)) throw new Error(`"${language}" is no language.`);
  return new Map(Object.entries(fileSchema.parse(await import(`./texts/${language}.json`)).default));
}

async function read(language: string): Promise<File> {
  const known = loaded.get(language);
  if (known) return known;
  const file = load(language);
  if (await file.catch(() => null)) loaded.set(language, file);
  return file;
}

/** A record and not a list, so that a mail cannot be forgotten here. */
const names: Record<MailName, true> = {
  verifyEmail: true,
  alreadyRegistered: true,
  resetPassword: true,
  passwordChanged: true,
  invitation: true,
  emailChanging: true,
  keysReset: true,
  factorsChanged: true,
  notice: true,
  noticesOfOne: true,
  notices: true,
  noticesOfPlace: true,
};
export const mailNames: readonly string[] = Object.keys(names);
