import { sql } from 'kysely';
import * as z from 'zod';
import { defineNotice, type NoticeReader, type NoticeSubject, type SeenSubject, type Work } from '@sinter/sdk/server';
import { say } from '../say.ts';
import { roomTransaction } from './tables.ts';

/** Who is told of a facility's apps: whoever may install them. */
export const looksAfterApps = ({ permissions }: Pick<NoticeReader, 'permissions'>): boolean =>
  permissions.includes('FACILITY_SETTINGS_EDITOR');

export const appCategory = { id: 'apps', title: say('app.toldOfApps') };

/** Packages, by those who look after the apps of a facility that has the app. */
const packages: NoticeSubject = {
  async seen(db, viewer, ids) {
    if (viewer.facilityId === null || !looksAfterApps(viewer)) return new Map();
    const { rows } = await sql<{ id: number; pluginId: string; title: string }>`
      select p.id, p.plugin_id as "pluginId", p.descriptor ->> 'title' as title
      from extension_package p
        join extension_install i on i.plugin_id = p.plugin_id and i.facility_id = ${viewer.facilityId}
      where p.id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(
      rows.map(({ id, pluginId, title }): [number, SeenSubject] => [
        id,
        { name: title, link: `/service-provider/app-marketplace/${pluginId}`, controlled: false },
      ]),
    );
  },
  withheld: say('app.toldWithheld'),
};

export const packageStopped = defineNotice({
  id: 'extensions.stopped',
  shared: true,
  category: appCategory,
  subject: packages,
  title: say('app.tellNotRunning'),
  roles: ['ROLE_SERVICE_PROVIDER'],
  mail: true,
  urgent: true,
  params: z.object({ why: z.enum(['BLOCKED', 'REVOKED']), version: z.string(), reason: z.string() }),
  says: ({ subject, why, version, reason }) => say(`app.toldNotRunning.${why}`, { app: subject, version, reason }),
});

interface Stopped {
  packageIds: readonly number[];
  why: 'BLOCKED' | 'REVOKED';
  reason: string;
  /** User id of who has stopped them; `null` when it was done at their source. */
  by: number | null;
}

/**
 * Tells the facilities that run one of these packages that it does not run any more. Answers which facilities they are.
 */
export async function tellStopped(unit: Work, { packageIds, why, reason, by }: Stopped): Promise<number[]> {
  const rows = await roomTransaction(unit.db)
    .selectFrom('extension_install')
    .innerJoin('extension_package', 'extension_package.id', 'extension_install.package_id')
    .select(['extension_package.id', 'version', 'facility_id'])
    .where('package_id', '=', sql<number>`any(${[...packageIds]}::bigint[])`)
    .execute();
  for (const [id, version] of new Map(rows.map((row) => [row.id, row.version]))) {
    const facilities = rows.filter((row) => row.id === id).map((row) => row.facility_id);
    await unit.notify(packageStopped, {
      subjectId: id,
      params: { why, version, reason },
      key: `extension ${id} ${why} ${Date.now()}`,
      by,
      to: facilities.map((facilityId) => ({ place: { facilityId, companyId: null }, orWhoever: looksAfterApps })),
    });
  }
  return rows.map(({ facility_id }) => facility_id);
}
