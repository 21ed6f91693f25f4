import { type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import type { NoticeDefault } from '@sinter/sdk/server';
import type { MailConfigTable } from './tables.ts';

/** What passwords of mail servers are sealed for. */
export const serverPurpose = 'mail server';

export type ConfigRow = Selectable<MailConfigTable> & { time_zone: string };

/** How the facility sends mail; nothing where nobody has set it. */
export async function configOf(db: QueryExecutorProvider, facilityId: number): Promise<ConfigRow | undefined> {
  const { rows } = await sql<ConfigRow>`
    select c.*, f.time_zone from mail_config c join facility f on f.id = c.facility_id where c.facility_id = ${facilityId}
  `.execute(db);
  return rows[0];
}

const monday = 1;

/** How people of the facility are mailed who have chosen nothing. */
export async function defaultsOf(db: QueryExecutorProvider, facilityId: number): Promise<NoticeDefault | null> {
  const row = await configOf(db, facilityId);
  if (!row) return null;
  return {
    mail: row.digest,
    hour: row.hour,
    weekday: monday,
    timeZone: row.time_zone,
    kinds: Object.fromEntries(row.off_kinds.map((kind) => [kind, { bell: true, mail: false }])),
  };
}
