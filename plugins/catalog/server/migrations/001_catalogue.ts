import { sql, type Kysely } from 'kysely';
import { processes } from '../processes.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table am_process (
      id bigint generated always as identity primary key,
      process_key text not null unique,
      name text not null,
      sequence int not null
    );
    create table general_material (
      id bigint generated always as identity primary key,
      name text not null unique
    );
    create table material (
      id bigint generated always as identity primary key,
      name text not null,
      general_material_id bigint not null references general_material,
      am_process_id bigint not null references am_process,
      density_mg_per_mm3 double precision not null check (density_mg_per_mm3 > 0),
      price_per_kg_minor bigint not null check (price_per_kg_minor >= 0),
      unique (am_process_id, name)
    );
    create table manufacturer (
      id bigint generated always as identity primary key,
      name text not null unique
    );
    create table machine_model (
      id bigint generated always as identity primary key,
      model_name text not null,
      manufacturer_id bigint not null references manufacturer,
      am_process_id bigint not null references am_process,
      kind text not null default 'THREED_PRINTER' check (kind in ('THREED_PRINTER', 'POST_PROCESSING_MACHINE')),
      build_x_mm double precision not null,
      build_y_mm double precision not null,
      build_z_mm double precision not null,
      unique (manufacturer_id, model_name)
    );
    create table machine_model_general_material (
      machine_model_id bigint not null references machine_model,
      general_material_id bigint not null references general_material,
      primary key (machine_model_id, general_material_id)
    );
    create table equipment (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      machine_model_id bigint not null references machine_model,
      display_name text not null,
      current_material_id bigint references material,
      hidden boolean not null default false,
      hourly_rate_minor bigint not null check (hourly_rate_minor >= 0),
      unique (facility_id, display_name)
    );
    create table equipment_material (
      equipment_id bigint not null references equipment,
      material_id bigint not null references material,
      role text not null default 'DEFAULT'
        check (role in ('DEFAULT', 'PRIMARY', 'SUPPORT', 'PRINT_SHEET', 'FUSING_AGENT', 'DETAILING_AGENT')),
      primary key (equipment_id, material_id)
    );
    create index equipment_material_material on equipment_material (material_id);
  `.execute(db);

  for (const [index, [key, name]] of processes.entries()) {
    await sql`insert into am_process (process_key, name, sequence) values (${key}, ${name}, ${index})`.execute(db);
  }
}
