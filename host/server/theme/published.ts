import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import type { FileStore, PublishedThemes } from '@sinter/sdk/server';
import { writeRecord } from '../records/records.ts';
import { kindOf } from './sniff.ts';
import type { RoomDb } from './tables.ts';
import { filesOf, parseTheme, readTheme, themeConfigType } from './theme.ts';

export interface ThemeStore extends PublishedThemes {
  /** Is this one of `files`? */
  hasFile(id: number): Promise<boolean>;
}

/** Nobody asks the database more often than this, however many unknown ids are tried. */
const askAgainAfter = 1_000;

export function createThemes(db: RoomDb, files: FileStore): ThemeStore {
  let known: Promise<ReadonlySet<number>> | undefined;
  let readAt = 0;

  async function load(): Promise<ReadonlySet<number>> {
    const rows = await revisionsIn(db).select('config_revision.config_value').execute();
    return new Set(rows.flatMap((row) => filesOf(parseTheme(row.config_value) ?? defaultTheme)));
  }
  function ask(): Promise<ReadonlySet<number>> {
    if (!known) {
      readAt = Date.now();
      known = load();
      known.catch(() => (known = undefined));
    }
    return known;
  }
  function askAgain(): Promise<ReadonlySet<number>> {
    known = undefined;
    return ask();
  }

  return {
    read: (facilityId) => readTheme(db, facilityId),
    files: askAgain,
    kindOf: (file) => kindOf(files, file),

    async hasFile(id) {
      if ((await ask()).has(id)) return true;
      // It may have been published through another node a moment ago.
      if (Date.now() - readAt < askAgainAfter) return false;
      return (await askAgain()).has(id);
    },

    async revisions(facilityId, most) {
      const rows = await revisionsIn(db)
        .where('config_record.element_id', '=', facilityId)
        .leftJoin('app_user', 'app_user.id', 'config_revision.updated_by')
        .select(['config_revision.revision', 'config_revision.updated_at', 'config_revision.config_value'])
        .select(['app_user.first_name', 'app_user.last_name'])
        .orderBy('config_revision.revision', 'desc')
        .limit(most)
        .execute();
      return rows.flatMap((row) => {
        const theme = parseTheme(row.config_value);
        const by = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
        return theme ? [{ revision: row.revision, at: row.updated_at.toISOString(), by, theme }] : [];
      });
    },

    async publish({ write, facilityId, user: { userId } }, theme) {
      const before = await readTheme(db, facilityId);
      await write(async (unit) => {
        await writeRecord(unit, { configType: themeConfigType, facilityId }, theme, { userId });
        const object = { objectKind: 'THEME', objectId: themeConfigType };
        await unit.audit({ action: 'theme.published', ...object, before, after: theme });
        const [facilities, companies] = await Promise.all([
          unit.db.selectFrom('facility').select('id').execute(),
          unit.db.selectFrom('company').select('id').execute(),
        ]);
        const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
        await unit.emit(themeChanged, {}, { facilityIds: ids(facilities), companyIds: ids(companies) });
      });
      known = undefined;
    },
  };
}

const revisionsIn = (db: RoomDb) =>
  db
    .selectFrom('config_revision')
    .innerJoin('config_record', 'config_record.id', 'config_revision.config_record_id')
    .where('config_record.config_type', '=', themeConfigType);
