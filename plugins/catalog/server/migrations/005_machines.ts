import { sql, type Kysely } from 'kysely';
import { machineLibrary, materialLibrary } from '../library/index.ts';
import { finishing } from '../finishing/steps.ts';
import { simulationSoftware } from '../finishing/simulationSoftware.ts';

/**
 * Room for the library beside what enterprises add themselves, and what a facility keeps of both. A price is what a
 * facility pays, so it moves from the material to the facility.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table material
      add column manufacturer text,
      add column properties jsonb not null default '{"tensileStrengthMpa":null,"tensileModulusMpa":null,"elongationAtBreakPercent":null,"heatDeflectionC":null,"heatDeflectionAt":null,"hardness":null}',
      add column source text,
      -- The root facility of the enterprise that added it; null: of the library.
      add column owner_facility_id bigint references facility,
      drop constraint material_am_process_id_name_key,
      add constraint material_name unique nulls not distinct (owner_facility_id, am_process_id, name);
    alter table machine_model
      add column source text,
      add column owner_facility_id bigint references facility,
      alter column build_x_mm drop not null,
      alter column build_y_mm drop not null,
      alter column build_z_mm drop not null,
      add check (num_nulls(build_x_mm, build_y_mm, build_z_mm) in (0, 3)),
      add check (build_x_mm is not null or kind = 'POST_PROCESSING_MACHINE'),
      drop constraint machine_model_manufacturer_id_model_name_key,
      add constraint machine_model_name unique nulls not distinct (owner_facility_id, manufacturer_id, model_name);
    alter table equipment
      add column image_file_id bigint references stored_file,
      add column event_id uuid,
      add unique (facility_id, event_id);
    create index equipment_model on equipment (machine_model_id);

    create table facility_material (
      facility_id bigint not null references facility,
      material_id bigint not null references material,
      -- Minor units of the facility's currency.
      price_per_kg_minor bigint not null check (price_per_kg_minor >= 0),
      primary key (facility_id, material_id)
    );
    -- Who could list a material as loaded without running it no longer can.
    insert into equipment_material (equipment_id, material_id)
      select id, current_material_id from equipment where current_material_id is not null
      on conflict do nothing;
    insert into facility_material
      select distinct e.facility_id, m.id, m.price_per_kg_minor
      from equipment_material em join equipment e on e.id = em.equipment_id join material m on m.id = em.material_id;
    alter table material drop column price_per_kg_minor;

    create table post_processing (
      id bigint generated always as identity primary key,
      name text not null unique,
      description text not null
    );
    create table facility_post_processing (
      facility_id bigint not null references facility,
      post_processing_id bigint not null references post_processing,
      primary key (facility_id, post_processing_id)
    );
    create table simulation_software (
      id bigint generated always as identity primary key,
      name text not null unique
    );
    create table material_file (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      material_id bigint references material,
      equipment_id bigint references equipment,
      title text not null,
      file_id bigint not null references stored_file,
      check (num_nonnulls(material_id, equipment_id) = 1)
    );
    create index material_file_material on material_file (material_id, facility_id) where material_id is not null;
    create index material_file_equipment on material_file (equipment_id) where equipment_id is not null;
  `.execute(db);
  await ownedByThoseWhoHaveThem(db);

  await sql`
    insert into post_processing (name, description)
    select * from unnest(${finishing.map(([name]) => name)}::text[], ${finishing.map(([, text]) => text)}::text[])
  `.execute(db);
  await sql`
    insert into simulation_software (name) select unnest(${[...simulationSoftware]}::text[])
  `.execute(db);
}

/** What is not in the library and stands with one enterprise alone becomes its own. */
async function ownedByThoseWhoHaveThem(db: Kysely<unknown>): Promise<void> {
  await sql`
    update material m set owner_facility_id = held.root
    from (
      select em.material_id, min(coalesce(f.root_facility_id, f.id)) as root
      from equipment_material em join equipment e on e.id = em.equipment_id join facility f on f.id = e.facility_id
      group by em.material_id having count(distinct coalesce(f.root_facility_id, f.id)) = 1
    ) held, am_process p
    where held.material_id = m.id and p.id = m.am_process_id and (p.process_key, m.name) not in (
      select * from unnest(${materialLibrary.map((row) => row.process)}::text[], ${materialLibrary.map((row) => row.name)}::text[]))
  `.execute(db);
  await sql`
    update machine_model m set owner_facility_id = held.root
    from (
      select e.machine_model_id, min(coalesce(f.root_facility_id, f.id)) as root
      from equipment e join facility f on f.id = e.facility_id
      group by e.machine_model_id having count(distinct coalesce(f.root_facility_id, f.id)) = 1
    ) held, manufacturer maker
    where held.machine_model_id = m.id and maker.id = m.manufacturer_id and (maker.name, m.model_name) not in (
      select * from unnest(${machineLibrary.map((row) => row.manufacturer)}::text[], ${machineLibrary.map((row) => row.model)}::text[]))
  `.execute(db);
}
