import { sql } from 'kysely';
import * as z from 'zod';
import {
  defineNotice,
  type DisabledEndpoint,
  type NoticeSubject,
  type SeenSubject,
  type Work,
} from '@sinter/sdk/server';
import { appCategory, looksAfterApps } from '../extensions/notices.ts';
import { say } from '../say.ts';
import type { Apps } from './installed.ts';

/** What administrators of a facility are told of its apps. */
export function createAppNotices(apps: Apps) {
  const endpoints: NoticeSubject = {
    async seen(db, viewer, ids) {
      const { facilityId } = viewer;
      if (facilityId === null || !looksAfterApps(viewer)) return new Map();
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from webhook_endpoint where facility_id = ${facilityId} and id = any(${[...ids]}::bigint[])
      `.execute(db);
      const titles = new Map((await apps.on(facilityId)).map(({ descriptor: { id, title } }) => [id, title]));
      return new Map(
        rows.map(({ id, name }): [number, SeenSubject] => [
          id,
          { name: titles.get(name) ?? name, link: `/service-provider/app-marketplace/${name}`, controlled: false },
        ]),
      );
    },
    withheld: say('app.toldWithheld'),
  };
  const serverStopped = defineNotice({
    id: 'apps.serverStopped',
    shared: true,
    category: appCategory,
    subject: endpoints,
    title: say('app.tellStopped'),
    roles: ['ROLE_SERVICE_PROVIDER'],
    mail: true,
    params: z.object({ reason: z.enum(['GONE', 'FAILING']) }),
    says: ({ subject, reason }) => say(`app.toldStopped.${reason}`, { app: subject }),
  });
  return {
    kinds: [serverStopped],
    serverStopped: (unit: Work, { endpointId, facilityId, reason }: DisabledEndpoint): Promise<void> =>
      unit.notify(serverStopped, {
        subjectId: endpointId,
        params: { reason },
        key: `webhooks ${endpointId} ${reason} ${Date.now()}`,
        by: null,
        to: [{ place: { facilityId, companyId: null }, orWhoever: looksAfterApps }],
      }),
  };
}
export type AppNotices = ReturnType<typeof createAppNotices>;
