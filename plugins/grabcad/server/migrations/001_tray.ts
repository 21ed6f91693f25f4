import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One key pair for all nodes, so that a ticket of one is checked with the public key of another.
    create table tray_key (
      only_one boolean primary key default true check (only_one),
      private_key text not null
    );
    create table tray_model_token (
      token_hash bytea primary key,
      file_id bigint not null references stored_file,
      expires_at timestamptz not null
    );
    create index tray_model_token_expiry on tray_model_token (expires_at);
  `.execute(db);
}
