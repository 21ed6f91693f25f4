import { sql } from 'kysely';
import * as z from 'zod';
import { defineNotice, type NoticeSubject, type SeenSubject, type Work } from '@sinter/sdk/server';
import { appCategory, looksAfterApps } from '../extensions/notices.ts';
import { say } from '../say.ts';
import { roomTransaction } from './tables.ts';

/** Link apps, by those who look after the apps of a facility that has agreed to the app. */
const linkApps: NoticeSubject = {
  async seen(db, viewer, ids) {
    if (viewer.facilityId === null || !looksAfterApps(viewer)) return new Map();
    const { rows } = await sql<{ id: number; name: string }>`
      select a.id, a.name
      from link_app a join link_app_install i on i.link_app_id = a.id and i.facility_id = ${viewer.facilityId}
      where a.id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(
      rows.map(({ id, name }): [number, SeenSubject] => [
        id,
        { name, link: '/service-provider/app-marketplace', controlled: false },
      ]),
    );
  },
  withheld: say('app.toldWithheld'),
};

export const linkBlocked = defineNotice({
  id: 'links.blocked',
  shared: true,
  category: appCategory,
  subject: linkApps,
  title: say('link.tellBlocked'),
  roles: ['ROLE_SERVICE_PROVIDER'],
  mail: true,
  params: z.object({ reason: z.string() }),
  says: ({ subject, reason }) => say('link.toldBlocked', { app: subject, reason }),
});

/** Tells the facilities whose menus have it that it does not open any more. */
export async function tellBlocked(
  unit: Work,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<void> {
  const rows = await roomTransaction(unit.db)
    .selectFrom('link_app_install')
    .select('facility_id')
    .where('link_app_id', '=', id)
    .where('enabled', '=', true)
    .execute();
  await unit.notify(linkBlocked, {
    subjectId: id,
    params: { reason },
    key: `link app ${id} ${Date.now()}`,
    by,
    to: rows.map(({ facility_id }) => ({
      place: { facilityId: facility_id, companyId: null },
      orWhoever: looksAfterApps,
    })),
  });
}
