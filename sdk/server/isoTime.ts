import { sql, type RawBuilder } from 'kysely';

/** A time as calls answer it, to the second and in UTC: `2026-11-23T17:00:00Z`; `null` stays. Of a column, or an expression. */
export const isoTime = (time: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${typeof time === 'string' ? sql.ref(time) : time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
