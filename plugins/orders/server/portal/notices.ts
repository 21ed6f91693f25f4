import type { CallResult } from '@sinter/sdk/contract/call';
import type { listPortalNotices } from '@sinter/sdk/contract/orders/portal';
import { noticeKinds, type NoticeDefaults, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { portalOfCompany, shopOf } from './portal.ts';

/** When mails of a day or a week come: in the morning, on Mondays. */
const morning = { hour: 8, weekday: 1 };

/** What people of a customer hear who have chosen nothing; days are those of the shop. */
export const noticesOf: NoticeDefaults = async (db, companyId) => {
  const { notices } = await portalOfCompany(db, companyId);
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from facility where id = ${shopOf(sql`${companyId}::bigint`)}
  `.execute(db);
  return { ...notices, ...morning, timeZone: rows[0]?.zone ?? 'UTC' };
};

/** Everything that customers can be told of. */
export const customerNotices = ({ all }: Pick<Services, 'all'>): CallResult<typeof listPortalNotices> =>
  all(noticeKinds)
    .flat()
    .filter(({ roles }) => roles?.includes('ROLE_ENGINEER') ?? true)
    .map(({ id, title, category, mail }) => ({
      ...{ id, text: title.message, said: title.said, bell: true, mail },
      category: { id: category.id, text: category.title.message, said: category.title.said },
    }));
