import { defineNotice, type NoticeReader, type NoticeSubject, type SeenSubject, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { say } from '../texts.ts';

const cashiers: readonly string[] = ['SP_SUPER_ADMIN', 'SP_ADMIN', 'FINANCIAL_CONTROLLER'];
const looksAfter = ({ memberRoles }: Pick<NoticeReader, 'memberRoles'>): boolean =>
  memberRoles.some((role) => cashiers.includes(role));

/** The connection has the id of its facility. */
const connection: NoticeSubject = {
  async seen(_, viewer, ids) {
    const { facilityId } = viewer;
    if (facilityId === null || !ids.includes(facilityId) || !looksAfter(viewer)) return new Map();
    const seen: SeenSubject = { name: 'Quickbooks', link: '/service-provider/settings/quickbooks', controlled: false };
    return new Map([[facilityId, seen]]);
  },
  withheld: say('toldWithheld'),
};

const lost = defineNotice({
  id: 'integrations.quickbooksLost',
  shared: true,
  category: { id: 'integrations', title: say('integrations') },
  subject: connection,
  title: say('tellQuickbooksLost'),
  roles: ['ROLE_SERVICE_PROVIDER'],
  mail: true,
  params: z.object({}),
  says: () => say('toldQuickbooksLost'),
});

export const quickbooksNotices = [lost];

/** Whoever looks after the money of a facility is told that nothing reaches Quickbooks any more. */
export const tellLost = (unit: Work, facilityId: number): Promise<void> =>
  unit.notify(lost, {
    subjectId: facilityId,
    params: {},
    key: `quickbooks ${facilityId} ${Date.now()}`,
    by: null,
    to: [{ place: { facilityId, companyId: null }, orWhoever: looksAfter }],
  });
