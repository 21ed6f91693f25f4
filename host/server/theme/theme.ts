import { type Theme, defaultTheme, themeSchema } from '@sinter/sdk/contract/host/appearance';
import { readRecord } from '../records/records.ts';
import type { RoomDb } from '../records/tables.ts';
import { publishedFile } from '@sinter/sdk/contract/host/themeFiles';

export const themeConfigType = 'THEME_CONFIG';

const storedSchema = themeSchema.partial();

/** A stored theme; `null` when it is not usable. */
export function parseTheme(stored: unknown): Theme | null {
  const parsed = storedSchema.safeParse(stored);
  return parsed.success ? { ...defaultTheme, ...parsed.data } : null;
}

/** The theme of an enterprise, by its root facility, else the default; people who are not signed in see it too. */
export async function readTheme(db: RoomDb, facilityId: number): Promise<Theme> {
  const record = await readRecord(db, { configType: themeConfigType, facilityId });
  return (record?.active ? parseTheme(record.config_value) : null) ?? defaultTheme;
}

/** Ids of the files that a theme shows. */
export function filesOf(theme: Theme): number[] {
  const pictures = [theme.favicon, theme['hero-image'], theme['logo-dark'], theme['logo-light']];
  return [...pictures, ...theme.fonts.flatMap(({ files }) => files)].flatMap((file) => {
    const id = file ? publishedFile(file.fileURL) : null;
    return id === null ? [] : [id];
  });
}
