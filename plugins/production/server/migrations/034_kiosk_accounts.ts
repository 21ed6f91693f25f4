import { sql, type Kysely } from 'kysely';

/** What kiosks know of an account goes with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table kiosk_pin drop constraint kiosk_pin_user_id_fkey,
      add foreign key (user_id) references app_user on delete cascade;
    alter table kiosk_stretch drop constraint kiosk_stretch_user_id_fkey, drop constraint kiosk_stretch_device_id_fkey,
      add foreign key (user_id) references app_user on delete cascade,
      add foreign key (device_id) references app_user on delete cascade;
    alter table kiosk_tries drop constraint kiosk_tries_device_id_fkey,
      add foreign key (device_id) references app_user on delete cascade;
  `.execute(db);
}
