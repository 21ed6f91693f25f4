import { buffer } from 'node:stream/consumers';
import { CallError } from '@sinter/sdk/contract';
import { publishedFile } from '@sinter/sdk/contract/host/themeFiles';
import type { Facilities, FileRecord, FileStore, PublishedThemes, StoredFiles, Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { hexColor } from './color.ts';
import type { Brand } from './pdf/task.ts';

/** What papers of a facility look like. The logo is kept by its hash: the store has it as long as a theme or facility names it. */
export const keptBrandSchema = z.object({
  name: z.string(),
  color: z.string(),
  logo: z.object({ sha256: z.string(), size: z.number() }).nullable(),
});
export type KeptBrand = z.infer<typeof keptBrandSchema>;

export interface BrandParts {
  db: Kysely<Tables>;
  files: FileStore;
  storedFiles: StoredFiles;
  themes: PublishedThemes;
  facilities: Facilities;
}

/** Larger pictures would make every page of paper as large. */
const largestLogo = 600_000;
const drawable = new Set(['png', 'jpeg']);

export async function brandOf(
  { db, themes, facilities, storedFiles }: BrandParts,
  facilityId: number,
): Promise<KeptBrand> {
  const facility = await facilities.find(db, facilityId);
  if (!facility) throw new CallError('NOT_FOUND');
  const theme = await themes.read(facility.rootFacilityId ?? facility.id);
  const ofTheme = theme['logo-light'] ? publishedFile(theme['logo-light'].fileURL) : null;
  const ids = [facility.logoFileId, ofTheme].filter((id) => id !== null);
  let logo: FileRecord | null = null;
  for (const id of ids) logo ??= await drawableLogo(id);
  return {
    name: facility.companyName,
    color: hexColor(theme['root-css']['--primary'] ?? theme['root-css']['primary']),
    logo: logo && { sha256: logo.sha256, size: logo.size },
  };

  async function drawableLogo(id: number): Promise<FileRecord | null> {
    const file = await storedFiles.byId(id);
    if (!file || file.controlled || file.size > largestLogo) return null;
    const kind = await themes.kindOf(file);
    return kind && drawable.has(kind.extension) ? file : null;
  }
}

export async function withLogo({ files }: BrandParts, { name, color, logo }: KeptBrand): Promise<Brand> {
  if (!logo) return { name, color, logo: null };
  try {
    const { stream } = await files.read(logo.sha256, { controlled: false });
    return { name, color, logo: Uint8Array.from(await buffer(stream)) };
  } catch (error) {
    // The paper counts more than its picture.
    if (error instanceof CallError && error.code === 'NOT_FOUND') return { name, color, logo: null };
    throw error;
  }
}
