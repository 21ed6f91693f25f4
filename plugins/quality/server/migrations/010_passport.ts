import { sql, type Kysely } from 'kysely';

/** Issued passports, which never change, and the public keys that they are verified with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passport_key (
      key_id text primary key check (key_id ~ '^[0-9a-f]{64}$'),
      root_facility_id bigint not null references facility,
      public_key text not null check (public_key ~ '^[0-9a-f]{64}$'),
      made_at timestamptz not null default now(),
      retired_at timestamptz
    );
    create index passport_key_of on passport_key (root_facility_id, made_at desc);
    create unique index passport_key_present on passport_key (root_facility_id) where retired_at is null;

    create table passport (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      order_id bigint not null references rfq_order on delete cascade,
      lot_id bigint not null references lot on delete cascade,
      version int not null check (version > 0),
      key_id text not null references passport_key,
      seal text not null,
      -- Head, entries with their salts, and the signature.
      content jsonb not null,
      names boolean not null,
      shared boolean not null,
      event_id text not null,
      issued_by bigint references app_user,
      issued_at timestamptz not null default now(),
      unique (lot_id, version),
      unique (facility_id, event_id)
    );
    create index passport_order on passport (order_id, lot_id);

    create function keep_passports() returns trigger language plpgsql as $$
    begin
      raise exception 'issued passports are never changed';
    end $$;
    create trigger passport_kept before update on passport for each row execute function keep_passports();
  `.execute(db);
}
