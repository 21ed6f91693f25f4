import { type Kysely, sql } from 'kysely';

const statements = [
  // `origin`: of `app_url`; whom a launch token is for.
  `create table link_app (
    id bigint generated always as identity primary key,
    name text not null,
    description text not null default '',
    app_url text not null,
    origin text not null,
    app_type text not null check (app_type in ('TOP_NAV_LINK', 'ICON_BUTTON')),
    internal_app boolean not null default false,
    asks text[] not null default '{}',
    logo bytea,
    logo_type text,
    logo_hash text,
    state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'BLOCKED')),
    reason text,
    everybody boolean not null default false,
    facility_ids bigint[] not null default '{}',
    created_by bigint references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  // `origin` and `shares`: what the facility has agreed to.
  `create table link_app_install (
    facility_id bigint not null references facility on delete cascade,
    link_app_id bigint not null references link_app on delete cascade,
    enabled boolean not null,
    origin text not null,
    shares text[] not null default '{}',
    agreed_by bigint references app_user,
    agreed_at timestamptz not null default now(),
    primary key (facility_id, link_app_id)
  )`,
  `create index on link_app_install (link_app_id)`,
  // Facilities used to list their apps in a configuration record.
  `with listed as (
    select element_id as facility_id, app
    from config_record, jsonb_array_elements(config_value) app
    where config_type = 'APPS' and active and element_id is not null and jsonb_typeof(config_value) = 'array'
      and app->>'appURL' ~ '^https://[A-Za-z0-9.-]+(:[0-9]+)?(/|$)'
  ), made as (
    insert into link_app (name, app_url, origin, app_type, internal_app, state, facility_ids)
    select app->>'name', app->>'appURL', lower(substring(app->>'appURL' from '^https://[A-Za-z0-9.-]+(?::[0-9]+)?')),
      app->>'appType', coalesce((app->>'internalApp')::boolean, false), 'PUBLISHED', array[facility_id]
    from listed
    returning id, name, origin, facility_ids
  )
  insert into link_app_install (facility_id, link_app_id, enabled, origin)
  select listed.facility_id, made.id, coalesce((app->>'enabled')::boolean, true), made.origin
  from made join listed on listed.facility_id = made.facility_ids[1] and listed.app->>'name' = made.name`,
  `delete from config_record where config_type = 'APPS'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
