import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The app of Intuit that a facility connects by, and its connection. Secret and tokens are kept ones.
    create table quickbooks_connection (
      facility_id bigint primary key references facility,
      client_id text not null,
      environment text not null check (environment in ('PRODUCTION', 'SANDBOX')),
      api_address text,
      status text not null default 'INACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
      -- the company in Quickbooks
      realm_id text,
      company text,
      access_until timestamptz,
      -- ended by the other side
      lost boolean not null default false,
      check (status = 'INACTIVE' or (realm_id is not null and access_until is not null and not lost))
    );
    -- Somebody is at Intuit to allow a connection. Gone with its one use.
    create table quickbooks_state (
      state_hash bytea primary key,
      facility_id bigint not null references facility,
      user_id bigint not null references app_user,
      until timestamptz not null
    );
    create index quickbooks_state_until on quickbooks_state (until);
    create index quickbooks_state_facility on quickbooks_state (facility_id);
    create index quickbooks_state_user on quickbooks_state (user_id);
  `.execute(db);
}
