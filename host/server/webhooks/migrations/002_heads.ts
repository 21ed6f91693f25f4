import { type Kysely, sql } from 'kysely';

const statements = [
  /* of the last attempt */
  `alter table webhook_delivery add column request_head text, add column response_head text`,
  `create index webhook_delivery_all on webhook_delivery (endpoint_id, id)`,
  `create index webhook_delivery_happened on webhook_delivery (endpoint_id, happened_at)`,
  /* Attempts by the hour in which they were answered, so that nobody counts deliveries. */
  `create table webhook_hour (
    endpoint_id bigint not null references webhook_endpoint on delete cascade,
    hour timestamptz not null,
    delivered integer not null default 0,
    failed integer not null default 0,
    primary key (endpoint_id, hour)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
