import { CallError } from '@sinter/sdk/contract';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import {
  listThemeRevisions,
  readThemeConfig,
  saveThemeConfig,
  themeFile,
} from '@sinter/sdk/contract/host/configuration';
import { themes } from '@sinter/sdk/contract/host/appearance';
import type { ByteRange } from '../http/bytes.ts';
import type { Host } from '../host.ts';
import { writeRecord } from '../records/records.ts';
import { prepareTheme, kindOf } from './publish.ts';
import { createPublishedFiles, parseTheme, readTheme, themeConfigType, themeRevisions } from './theme.ts';

const shownRevisions = 50;
/** A drawing that is opened by itself runs nothing and loads nothing. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function handleTheme({ handle, db, storedFiles }: Host): void {
  const published = createPublishedFiles(db);

  handle(themes, () => readTheme(db));
  handle(readThemeConfig, () => readTheme(db));

  handle(saveThemeConfig, async ({ user, files, write }, { body }) => {
    published.forget();
    const theme = await prepareTheme(body, { user, files, storedFiles, published: await published.all() });
    const before = await readTheme(db);
    await write(async (unit) => {
      await writeRecord(unit, { configType: themeConfigType, facilityId: null }, theme, { userId: user.userId });
      await unit.audit({
        action: 'theme.published',
        objectKind: 'THEME',
        objectId: themeConfigType,
        before,
        after: theme,
      });
      const [facilities, companies] = await Promise.all([
        unit.db.selectFrom('facility').select('id').execute(),
        unit.db.selectFrom('company').select('id').execute(),
      ]);
      const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
      await unit.emit(themeChanged, {}, { facilityIds: ids(facilities), companyIds: ids(companies) });
    });
    published.forget();
    return theme;
  });

  handle(listThemeRevisions, async () => {
    const rows = await themeRevisions(db)
      .leftJoin('app_user', 'app_user.id', 'config_revision.updated_by')
      .select(['config_revision.revision', 'config_revision.updated_at', 'config_revision.config_value'])
      .select(['app_user.first_name', 'app_user.last_name'])
      .orderBy('config_revision.revision', 'desc')
      .limit(shownRevisions)
      .execute();
    return rows.flatMap((row) => {
      const theme = parseTheme(row.config_value);
      const by = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
      return theme ? [{ revision: row.revision, at: row.updated_at.toISOString(), by, theme }] : [];
    });
  });

  handle(themeFile, async ({ files, reply }, { params }) => {
    const file = (await published.has(params.id)) ? await storedFiles.byId(params.id) : null;
    if (!file || file.controlled) throw new CallError('NOT_FOUND');
    const kind = await kindOf(files, file);
    if (!kind) throw new CallError('NOT_FOUND');
    if (kind.extension === 'svg') reply.header('Content-Security-Policy', drawingPolicy);
    return {
      size: file.size,
      contentType: kind.contentType,
      etag: file.sha256,
      cache: 'immutable' as const,
      open: async (range?: ByteRange) => (await files.read(file.sha256, { controlled: false, range })).stream,
    };
  });
}
