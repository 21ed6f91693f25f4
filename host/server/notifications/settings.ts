import { sql } from 'kysely';
import * as z from 'zod';
import { CallError, type Principal } from '@sinter/sdk/contract';
import {
  type NotificationSettings,
  readNotificationSettings,
  saveNotificationSettings,
} from '@sinter/sdk/contract/host/notifications';
import { defaultsOf } from '../mail/config.ts';
import { mailDueAt } from './due.ts';
import type { Parts } from './parts.ts';
import { roomTransaction } from './tables.ts';
import { mailNotices } from './tell.ts';
import { sent } from './worded.ts';
import { say } from '../say.ts';

const chosenSchema = z.record(z.string(), z.object({ bell: z.boolean(), mail: z.boolean() })).catch({});

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

export function handleSettings({ handle, db, kinds, defaults }: Parts): void {
  const read = async ({ userId, companyId, facilityId, role }: Principal): Promise<NotificationSettings> => {
    const row = await db
      .selectFrom('notification_setting')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const [asked] = defaults();
    const given =
      facilityId !== null
        ? await defaultsOf(db, facilityId)
        : asked && companyId !== null
          ? await asked(db, companyId)
          : null;
    const chosen = { ...given?.kinds, ...chosenSchema.parse(row?.kinds ?? {}) };
    return {
      mail: row?.mail ?? given?.mail ?? 'AT_ONCE',
      hour: row?.hour ?? given?.hour ?? 8,
      weekday: row?.weekday ?? given?.weekday ?? 1,
      timeZone: row?.time_zone ?? '',
      kinds: [...kinds.byId.values()]
        .filter(({ roles }) => roles?.includes(role) ?? true)
        .map(({ id, title, category, mail }) => ({
          id,
          ...sent(title),
          category: { id: category.id, ...sent(category.title) },
          ...(chosen[id] ?? { bell: true, mail }),
        })),
    };
  };

  handle(readNotificationSettings, ({ user }) => read(user));

  handle(saveNotificationSettings, async ({ user, write }, { body }) => {
    if (user.via === 'accountKey') throw new CallError('FORBIDDEN');
    if (!isTimeZone(body.timeZone)) {
      throw new CallError('INVALID_INPUT', undefined, { fields: { timeZone: say('noTimeZone') } });
    }
    const { mail, hour, weekday } = body;
    const chosen = JSON.stringify(
      Object.fromEntries(
        body.kinds.filter(({ id }) => kinds.byId.has(id)).map(({ id, ...channels }) => [id, channels]),
      ),
    );
    await write(async (unit) => {
      const own = { mail, hour, weekday, time_zone: body.timeZone };
      await roomTransaction(unit.db)
        .insertInto('notification_setting')
        .values({ user_id: user.userId, ...own, kinds: chosen })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ ...own, kinds: sql<string>`notification_setting.kinds || excluded.kinds` }),
        )
        .execute();
      // What waits to be mailed goes by the new choice.
      const { rows } = await sql<{ dueAt: Date }>`
        update notification told set mail_due_at = case when setting.mail <> 'NEVER'
          and coalesce((setting.kinds -> told.kind ->> 'mail')::boolean, true) then ${mailDueAt()} end
        from notification_setting setting join membership on membership.user_id = setting.user_id
        where setting.user_id = ${user.userId} and told.membership_id = membership.id and told.mail_due_at is not null
        returning told.mail_due_at as "dueAt"
      `.execute(unit.db);
      for (const time of new Set(rows.flatMap(({ dueAt }) => dueAt?.getTime() ?? []))) {
        await unit.enqueue(mailNotices, {}, { runAt: new Date(time) });
      }
    });
    return read(user);
  });
}
