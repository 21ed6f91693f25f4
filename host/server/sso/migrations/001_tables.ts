import { type Kysely, sql } from 'kysely';

const statements = [
  `create table sso_connection (
    id bigint generated always as identity primary key,
    facility_id bigint not null references facility,
    enabled boolean not null,
    site_domain text not null default '',
    email_domains text[] not null,
    auth_type text not null check (auth_type in ('SAML', 'OIDC')),
    settings jsonb not null,
    secret_sealed text,
    button_text text not null,
    headline1 text not null,
    headline2 text not null,
    custom_login boolean not null,
    create_users boolean not null,
    default_roles text[] not null,
    updated_at timestamptz not null default now()
  )`,
  `create unique index on sso_connection (site_domain) where enabled`,
  `create table sso_identity (
    connection_id bigint not null references sso_connection on delete cascade,
    subject text not null,
    user_id bigint not null references app_user on delete cascade,
    primary key (connection_id, subject)
  )`,
  `create index on sso_identity (user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
