import { sql, type Kysely } from 'kysely';

/** Agreements not to disclose, and since when a facility sees the parts of an order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order add column if not exists nda_required boolean not null default false;
    alter table rfq_match add column unlocked_at timestamptz;
    update rfq_match set unlocked_at = created_at
      where status not in ('CREATED', 'APPROVED', 'NDA_UPLOAD_PENDING', 'NDA_VERIFICATION_PENDING', 'NDA_APPROVED', 'NDA_REJECTED');
    create table nda_template (
      company_id bigint primary key references company (id),
      file_id bigint not null references stored_file (id)
    );
    create table nda_agreement (
      id bigint generated always as identity primary key,
      company_id bigint not null references company (id),
      facility_id bigint not null references facility (id),
      order_id bigint not null references rfq_order (id),
      file_id bigint not null references stored_file (id),
      status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'REVOKED')),
      uploaded_by bigint not null references app_user (id),
      uploaded_at timestamptz not null default now(),
      decided_by bigint references app_user (id),
      decided_at timestamptz,
      reason text not null default '',
      valid_until timestamptz
    );
    create index nda_agreement_of_pair on nda_agreement (company_id, facility_id, id desc);
    create index nda_agreement_of_company on nda_agreement (company_id, (status = 'PENDING') desc, id desc);
    create index nda_agreement_by_file on nda_agreement (file_id);
    create index nda_template_by_file on nda_template (file_id);
  `.execute(db);
}
