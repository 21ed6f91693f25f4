import { sql, type Kysely } from 'kysely';

/**
 * What finished builds took beside what was estimated, and what follows from the last ones of each machine model and material
 * (`estimate_summary`; 0 stands for all models, all materials, a layer height that is not known). The rules that prices are made by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table estimate_observation (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      job_id bigint not null unique,
      equipment_id bigint not null references equipment,
      machine_model_id bigint not null references machine_model,
      material_id bigint not null references material,
      layer_um int not null default 0,
      estimated_hours double precision not null check (estimated_hours > 0),
      actual_hours double precision not null check (actual_hours > 0),
      estimated_grams double precision check (estimated_grams > 0),
      actual_grams double precision check (actual_grams > 0),
      finished_at timestamptz not null,
      /* Why it does not count. Empty: nobody decided it, it is not plausible. */
      excluded text,
      decided_by bigint references app_user,
      check ((estimated_grams is null) = (actual_grams is null))
    );
    create index estimate_observation_listed on estimate_observation
      (facility_id, machine_model_id, material_id, layer_um, finished_at desc, id desc);
    create index estimate_observation_cell on estimate_observation
      (facility_id, machine_model_id, material_id, layer_um, finished_at desc, id desc)
      include (estimated_hours, actual_hours, estimated_grams, actual_grams) where excluded is null;
    create index estimate_observation_model on estimate_observation (facility_id, machine_model_id, finished_at desc, id desc)
      include (estimated_hours, actual_hours, estimated_grams, actual_grams) where excluded is null;
    create index estimate_observation_facility on estimate_observation (facility_id, finished_at desc, id desc)
      include (estimated_hours, actual_hours, estimated_grams, actual_grams) where excluded is null;
    create table estimate_summary (
      facility_id bigint not null references facility,
      machine_model_id bigint not null,
      material_id bigint not null,
      layer_um int not null,
      observed int not null default 0,
      count int not null default 0,
      hours_center double precision not null default 0,
      hours_spread double precision not null default 0,
      weighed int not null default 0,
      grams_center double precision not null default 0,
      grams_spread double precision not null default 0,
      changed_at timestamptz not null default now(),
      primary key (facility_id, machine_model_id, material_id, layer_um)
    );
    create table pricing_rules (
      facility_id bigint primary key references facility,
      rules jsonb not null,
      version int not null
    );
    alter table quote add column accuracy jsonb;
  `.execute(db);
}
