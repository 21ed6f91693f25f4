import { sql } from 'kysely';
import type { SettingsCard } from '#registry/descriptor';
import type { RoomDb } from '../apps/tables.ts';

type Asked = SettingsCard['changes'][number];

export interface Change {
  at: Date;
  by: string;
}

/** The last audit entry of each of these, as far as there is one. */
export async function lastChanges(
  db: RoomDb,
  facilityId: number,
  asked: readonly Asked[],
): Promise<ReadonlyMap<Asked, Change>> {
  const { rows } = await sql<{ place: number; at: Date; by: string | null }>`
    select place::int, entry.at, app_user.first_name || ' ' || app_user.last_name as by
    from unnest(${asked.map(({ action }) => action)}::text[], ${asked.map(({ object }) => object ?? null)}::text[])
      with ordinality as asked (action, object, place)
    cross join lateral (
      select at, user_id from audit_entry
      where facility_id = ${facilityId} and action = asked.action
        and (asked.object is null or object_id = asked.object or starts_with(object_id, asked.object || '/'))
      order by id desc limit 1
    ) entry
    left join app_user on app_user.id = entry.user_id
  `.execute(db);
  return new Map(
    rows.flatMap(({ place, at, by }) => {
      const change = asked[place - 1];
      return change ? [[change, { at, by: by?.trim() ?? '' }] as const] : [];
    }),
  );
}
