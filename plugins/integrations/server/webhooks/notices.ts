import {
  defineNotice,
  type DisabledEndpoint,
  type NoticeReader,
  type NoticeSubject,
  type SeenSubject,
  type Work,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';

const looksAfter = ({ permissions }: Pick<NoticeReader, 'permissions'>): boolean =>
  permissions.includes('FACILITY_SETTINGS_EDITOR');

const webhooks: NoticeSubject = {
  async seen(db, viewer, ids) {
    if (viewer.facilityId === null || !looksAfter(viewer)) return new Map();
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from webhook where facility_id = ${viewer.facilityId} and id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(
      rows.map(({ id, name }): [number, SeenSubject] => [
        id,
        { name, link: `/service-provider/settings/webhook?webhook=${id}`, controlled: false },
      ]),
    );
  },
  withheld: say('toldWithheld'),
};

const disabled = defineNotice({
  id: 'integrations.webhookDisabled',
  shared: true,
  category: { id: 'integrations', title: say('integrations') },
  subject: webhooks,
  title: say('tellDisabled'),
  roles: ['ROLE_SERVICE_PROVIDER'],
  mail: true,
  params: z.object({ reason: z.enum(['GONE', 'FAILING']) }),
  says: ({ subject, reason }) => say(`toldDisabled.${reason}`, { webhook: subject }),
});

/** Whoever looks after the settings of a facility is told of a webhook that is not sent anything any more. */
export const webhookNotices = {
  kinds: [disabled],
  tell: (unit: Work, { endpointId, name, facilityId, reason }: DisabledEndpoint): Promise<void> =>
    unit.notify(disabled, {
      subjectId: Number(name),
      params: { reason },
      key: `webhook ${endpointId} ${reason} ${Date.now()}`,
      by: null,
      to: [{ place: { facilityId, companyId: null }, orWhoever: looksAfter }],
    }),
};
