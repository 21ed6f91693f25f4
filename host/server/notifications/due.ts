import { sql, type RawBuilder } from 'kysely';

/** Ten things that happen to an order within minutes are one mail. */
export const gatheredMinutes = 3;

/**
 * SQL: when what happens now is mailed, by the columns of `setting` (notification_setting, or all null): in so many minutes,
 * or at the next hour of its person's day or week.
 */
export const mailDueAt = (
  minutes: number = gatheredMinutes,
): RawBuilder<Date> => sql<Date>`(case coalesce(setting.mail, 'AT_ONCE')
  when 'AT_ONCE' then now() + make_interval(mins => ${minutes})
  else (select slot.starts at time zone setting.time_zone
    from (select date_trunc('day', now() at time zone setting.time_zone) + make_interval(hours => setting.hour::int) as today) day
    cross join lateral generate_series(day.today, day.today + interval '7 days', interval '1 day') as slot (starts)
    where slot.starts > now() at time zone setting.time_zone
      and (setting.mail = 'DAILY' or extract(isodow from slot.starts) = setting.weekday)
    order by slot.starts limit 1)
  end)`;
