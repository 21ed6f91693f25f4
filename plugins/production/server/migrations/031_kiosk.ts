import { sql, type Kysely } from 'kysely';

/** PINs of who works at kiosks, and the stretches in which somebody does. The PINs themselves are with the kept secrets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kiosk_pin (
      facility_id bigint not null references facility,
      user_id bigint not null references app_user,
      -- Of a PIN for the first use; null: the person chose it.
      start_until timestamptz,
      -- Wrong ones in a row.
      failures int not null default 0,
      locked_until timestamptz,
      changed_at timestamptz not null default now(),
      primary key (facility_id, user_id)
    );

    create table kiosk_stretch (
      token_hash text primary key,
      facility_id bigint not null references facility,
      -- The account of the kiosk.
      device_id bigint not null references app_user,
      user_id bigint not null references app_user,
      begun_at timestamptz not null default now(),
      -- Until when something may be done by it, in milliseconds from its beginning.
      lasts_ms bigint not null,
      -- The action that it is for; null: any number.
      used_for text,
      single boolean not null
    );
    create index kiosk_stretch_begun on kiosk_stretch (begun_at);

    -- Wrong PINs at a kiosk, in the ten minutes from then on.
    create table kiosk_tries (
      device_id bigint primary key references app_user,
      since timestamptz not null default now(),
      failures int not null default 0
    );
  `.execute(db);
}
