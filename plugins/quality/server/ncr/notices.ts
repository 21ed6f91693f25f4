import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { MemberRole } from '@sinter/sdk/contract';
import { defineNotice, type NoticeAudience, type NoticeSubject, type SeenSubject, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';
import { ncrIsControlled } from './lines.ts';
import type { LockedNcr, LockedRow } from './lock.ts';

/** Non-conformances, as notices to both sides are about them. */
const anNcr: NoticeSubject = {
  async seen(db, viewer, ids) {
    const wanted = sql`n.id = any(${[...ids]}::bigint[])`;
    const { rows } =
      viewer.role === 'ROLE_SERVICE_PROVIDER'
        ? await sql<Seen>`
            select n.id, n.number || ' ' || n.title as name, n.order_id as "orderId", ${ncrIsControlled} as controlled
            from ncr n where ${wanted} and n.facility_id = ${viewer.facilityId}
              and ${viewer.permissions.includes('QUALITY_MANAGEMENT_ACCESS')} and (${viewer.cleared} or not ${ncrIsControlled})`.execute(
            db,
          )
        : await sql<Seen>`
            select n.id, n.number || ' ' || n.title as name, n.order_id as "orderId", ${orderIsControlled} as controlled
            from ncr n join rfq_order o on o.id = n.order_id
            where ${wanted} and n.customer_visible and o.company_id = ${viewer.companyId}
              and (${viewer.cleared} or o.created_by = ${viewer.userId} or not ${orderIsControlled})`.execute(db);
    return new Map(
      rows.map(({ id, name, orderId, controlled }): [number, SeenSubject] => [
        id,
        {
          name,
          link:
            viewer.role === 'ROLE_SERVICE_PROVIDER'
              ? `/service-provider/quality-management/ncrs/${id}`
              : `/order-details/${orderId}`,
          controlled,
        },
      ]),
    );
  },
  withheld: say('toldWithheld'),
};
interface Seen {
  id: number;
  name: string;
  orderId: number | null;
  controlled: boolean;
}

const quality = {
  ...{ subject: anNcr, mail: true, category: { id: 'quality', title: say('toldQuality') } },
};
const provider = { ...quality, roles: ['ROLE_SERVICE_PROVIDER' as const] };
const buyer = { ...quality, roles: ['ROLE_ENGINEER' as const], ofFacility: true };
const none = z.object({});
const who = z.object({ by: z.string() });
const pieces = z.object({ count: z.number().int() });

export const kinds = {
  assigned: defineNotice({
    ...{ ...provider, id: 'quality.assigned', title: say('tellAssigned'), params: none },
    says: ({ subject }) => say('toldAssigned', { ncr: subject }),
  }),
  toSign: defineNotice({
    ...{ ...provider, id: 'quality.toSign', title: say('tellToSign'), params: none },
    says: ({ subject }) => say('toldToSign', { ncr: subject }),
  }),
  reported: defineNotice({
    ...{ ...provider, id: 'quality.reported', shared: true, title: say('tellReported'), params: none },
    says: ({ subject }) => say('toldReported', { ncr: subject }),
  }),
  conceded: defineNotice({
    ...{
      ...provider,
      id: 'quality.conceded',
      shared: true,
      title: say('tellConceded'),
      params: z.object({ accepts: z.boolean() }),
    },
    says: ({ subject, accepts }) => say(accepts ? 'toldConceded' : 'toldNotConceded', { ncr: subject }),
  }),
  commented: defineNotice({
    ...{ ...provider, id: 'quality.commented', title: say('tellCommented'), params: who },
    says: ({ subject, by }) => say('toldCommented', { by, ncr: subject }),
  }),
  boardCommented: defineNotice({
    ...{ ...provider, id: 'quality.boardCommented', title: say('tellBoardCommented'), params: who },
    says: ({ subject, by }) => say('toldBoardCommented', { by, ncr: subject }),
  }),
  shown: defineNotice({
    ...{ ...buyer, id: 'quality.shown', title: say('tellShown'), params: none },
    says: ({ subject }) => say('toldShown', { ncr: subject }),
  }),
  asked: defineNotice({
    ...{ ...buyer, id: 'quality.asked', title: say('tellAsked'), params: pieces },
    says: ({ subject, count }) => say('toldAsked', { ncr: subject, pieces: count }),
  }),
};

type About = Pick<LockedNcr, 'id' | 'version' | 'facilityId' | 'controlled' | 'order' | 'assigneeId'>;

/** What every notice about one has in common; buyers' own people know of what is theirs. */
const about = ({ id, controlled, order, facilityId }: About, key: string, by: number | null) => ({
  ...{ subjectId: id, key: `ncr ${id} ${key}`, by, facilityId },
  ...(controlled && { controlled: { knownTo: order ? [order.createdBy] : [] } }),
});
const inFacility = ({ facilityId }: About) => ({ facilityId, companyId: null });

const qualityPeople = (ncr: About): NoticeAudience => ({
  place: inFacility(ncr),
  ...(ncr.assigneeId === null
    ? { orWhoever: ({ permissions }) => permissions.includes('QUALITY_MANAGEMENT_ACCESS') }
    : { people: [ncr.assigneeId] }),
});
const customers = ({ order }: About, right: 'create' | 'accept'): NoticeAudience[] =>
  order
    ? [
        {
          place: { facilityId: null, companyId: order.companyId },
          people: [order.createdBy],
          orWhoever: ({ memberRoles }) => right === 'accept' && hasOrderRight(memberRoles, right),
        },
      ]
    : [];

export async function tellAssigned(unit: Work, ncr: About, by: number): Promise<void> {
  if (ncr.assigneeId === null) return;
  await unit.notify(kinds.assigned, {
    ...about(ncr, `assigned ${ncr.version}`, by),
    ...{ params: {}, to: [{ place: inFacility(ncr), people: [ncr.assigneeId] }] },
  });
}

/** Those of the board who may sign what waits for it. */
export async function tellBoard(
  unit: Work,
  ncr: LockedNcr,
  boardRoles: readonly MemberRole[],
  by: number,
): Promise<void> {
  if (!ncr.rows.some(({ state }) => state === 'PROPOSED')) return;
  await unit.notify(kinds.toSign, {
    ...about(ncr, `sign ${ncr.version}`, by),
    params: {},
    to: [boardOf(ncr, boardRoles)],
  });
}

const boardOf = (ncr: Pick<About, 'facilityId'>, boardRoles: readonly MemberRole[]): NoticeAudience => ({
  place: { facilityId: ncr.facilityId, companyId: null },
  orWhoever: ({ memberRoles, permissions }) =>
    permissions.includes('QUALITY_MANAGEMENT_ACCESS') && memberRoles.some((role) => boardRoles.includes(role)),
});

export interface Talked {
  id: number;
  facilityId: number;
  controlled: boolean;
  author: { id: number; name: string };
}

/** Of a comment on it: those who take part. Of one in the thread of the review board: the board. */
export async function tellTalked(
  unit: Work,
  { id, facilityId, controlled, author }: Talked,
  comment: { id: number },
  told: { people: readonly number[] } | { boardRoles: readonly MemberRole[] },
): Promise<void> {
  const to =
    'people' in told ? { place: { facilityId, companyId: null }, ...told } : boardOf({ facilityId }, told.boardRoles);
  await unit.notify('people' in told ? kinds.commented : kinds.boardCommented, {
    ...{ subjectId: id, key: `ncr comment ${comment.id}`, by: author.id, params: { by: author.name }, to: [to] },
    ...(controlled && { controlled: { knownTo: [] } }),
  });
}

export const tellReported = (unit: Work, ncr: LockedNcr, by: number): Promise<void> =>
  unit.notify(kinds.reported, { ...about(ncr, 'reported', by), params: {}, to: [qualityPeople(ncr)] });

export const tellShown = (unit: Work, ncr: LockedNcr, by: number): Promise<void> =>
  unit.notify(kinds.shown, { ...about(ncr, `shown ${ncr.version}`, by), params: {}, to: customers(ncr, 'create') });

export const tellConcession = (unit: Work, ncr: LockedNcr, row: LockedRow, by: number | null): Promise<void> =>
  unit.notify(kinds.asked, {
    ...about(ncr, `asked ${row.id} ${ncr.version}`, by),
    ...{ params: { count: row.quantity }, to: customers(ncr, 'accept') },
  });

export const tellAnswered = (unit: Work, ncr: LockedNcr, accepts: boolean, by: number): Promise<void> =>
  unit.notify(kinds.conceded, {
    ...about(ncr, `answered ${ncr.version}`, by),
    params: { accepts },
    to: [qualityPeople(ncr)],
  });
