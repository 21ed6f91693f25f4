import { type Theme, defaultTheme, themeSchema } from '@sinter/sdk/contract/host/appearance';
import { readRecord } from '../records/records.ts';
import type { RoomDb } from '../records/tables.ts';
import { publishedFile } from './css.ts';

export const themeConfigType = 'THEME_CONFIG';

const storedSchema = themeSchema.partial();

/** A stored theme; `null` when it is not usable. */
export function parseTheme(stored: unknown): Theme | null {
  const parsed = storedSchema.safeParse(stored);
  return parsed.success ? { ...defaultTheme, ...parsed.data } : null;
}

/** The theme of the enterprise, else the default; people who are not signed in see it too. */
export async function readTheme(db: RoomDb): Promise<Theme> {
  const record = await readRecord(db, { configType: themeConfigType, facilityId: null });
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

export const themeRevisions = (db: RoomDb) =>
  db
    .selectFrom('config_revision')
    .innerJoin('config_record', 'config_record.id', 'config_revision.config_record_id')
    .where('config_record.config_type', '=', themeConfigType)
    .where('config_record.element_id', 'is', null);

/** Nobody asks the database more often than this, however many unknown ids are tried. */
const askAgainAfter = 1_000;

/** Ids of all files that a theme of this domain shows or has shown. */
export function createPublishedFiles(db: RoomDb) {
  let known: Promise<ReadonlySet<number>> | undefined;
  let readAt = 0;

  async function load(): Promise<ReadonlySet<number>> {
    const rows = await themeRevisions(db).select('config_revision.config_value').execute();
    return new Set(rows.flatMap((row) => filesOf(parseTheme(row.config_value) ?? defaultTheme)));
  }
  const all = (): Promise<ReadonlySet<number>> => {
    if (!known) {
      readAt = Date.now();
      known = load();
      known.catch(() => (known = undefined));
    }
    return known;
  };
  return {
    all,
    async has(id: number): Promise<boolean> {
      if ((await all()).has(id)) return true;
      // It may have been published through another node a moment ago.
      if (Date.now() - readAt < askAgainAfter) return false;
      known = undefined;
      return (await all()).has(id);
    },
    forget: () => (known = undefined),
  };
}
