import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import {
  countUnread,
  listNotifications,
  markAllNotifications,
  markNotifications,
  mostCounted,
  notificationsChanged,
} from '@sinter/sdk/contract/host/notifications';
import type { RequestContext } from '../http/context.ts';
import type { Parts } from './parts.ts';
import { handleSettings } from './settings.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from './tables.ts';
import { sent, worded } from './worded.ts';

/** The notices of the caller's bell in the place where they are now. A key of the account is no person. */
function ownIn(db: RoomDb | RoomTransaction, { user, membershipId }: RequestContext) {
  if (user.via === 'accountKey') throw new CallError('FORBIDDEN');
  return db
    .selectFrom('notification')
    .where('membership_id', '=', membershipId)
    .where('facility_id', user.facilityId === null ? 'is' : '=', user.facilityId)
    .where('bell', '=', true);
}

async function unreadOf(db: RoomDb | RoomTransaction, context: RequestContext): Promise<number> {
  const counted = ownIn(db, context).where('read_at', 'is', null).select('id').limit(mostCounted).as('counted');
  const { unread } = await db
    .selectFrom(counted)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  return Number(unread);
}

export function handleNotifications(parts: Parts): void {
  const { handle, db, kinds } = parts;
  handleSettings(parts);

  handle(countUnread, async (context) => ({ unread: await unreadOf(db, context) }));

  handle(listNotifications, async (context, { query: { unread, category, page, size } }) => {
    let own = ownIn(db, context);
    if (unread === 'true') own = own.where('read_at', 'is', null);
    if (category !== '') own = own.where('category', '=', category);
    const [rows, { total }] = await Promise.all([
      own
        .select(['id', 'kind', 'category', 'subject_id', 'params', 'created_at', 'read_at'])
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute(),
      own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const categories = new Map([...kinds.byId.values()].map((kind) => [kind.category.id, kind.category]));
    return {
      notifications: (await worded(kinds, db, context.user, rows)).map(({ row, says, subject }) => ({
        id: row.id,
        category: row.category,
        ...sent(says),
        link: subject?.link ?? null,
        createdOn: row.created_at.toISOString(),
        read: row.read_at !== null,
      })),
      totalCount: Number(total),
      categories: [...categories.values()].map(({ id, title }) => ({ id, ...sent(title) })),
    };
  });

  const mark = async (context: RequestContext, ids: ReturnType<typeof ownIn>, read: boolean) =>
    context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const changed = await transaction
        .updateTable('notification')
        .set({ read_at: read ? sql<Date>`now()` : null })
        .where('id', 'in', ids.where('read_at', read ? 'is' : 'is not', null).select('id'))
        .executeTakeFirst();
      // The person's other tabs count anew.
      if (changed.numUpdatedRows > 0n) await unit.emit(notificationsChanged, {}, { userIds: [context.user.userId] });
      return { unread: await unreadOf(transaction, context) };
    });

  handle(markNotifications, (context, { body: { ids, read } }) =>
    mark(context, ownIn(db, context).where('id', 'in', ids), read),
  );

  handle(markAllNotifications, (context, { body: { upTo, category } }) => {
    const own = ownIn(db, context).where('id', '<=', upTo);
    return mark(context, category === '' ? own : own.where('category', '=', category), true);
  });
}
