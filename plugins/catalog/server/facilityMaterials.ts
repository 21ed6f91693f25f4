import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  createMaterial,
  listFacilityMaterials,
  listLibraryMaterials,
  updateFacilityMaterial,
} from '@sinter/sdk/contract/catalog/machines';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { wrongField, type CallContext, type Tables } from '@sinter/sdk/server';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { enterpriseOf, inTurn, visibleTo } from './enterprise.ts';
import { tell } from './tell.ts';
import { say } from './texts.ts';

type LibraryMaterial = CallResult<typeof listLibraryMaterials>[number];
type FacilityMaterial = CallResult<typeof listFacilityMaterials>[number];

const columns = sql`
  m.id, m.name, m.am_process_id as "amProcessId", m.density_mg_per_mm3 as density,
  jsonb_build_object('id', g.id, 'name', g.name) as "generalMaterial",
  m.manufacturer, m.properties, m.source, m.owner_facility_id is not null as own`;

async function library(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<LibraryMaterial[]> {
  const { rows } = await sql<LibraryMaterial>`
    select ${columns} from material m join general_material g on g.id = m.general_material_id
    where ${where} order by lower(m.name), m.id
  `.execute(db);
  return rows;
}

export const listLibrary = async (context: CallContext): Promise<LibraryMaterial[]> =>
  library(context.db, visibleTo(await enterpriseOf(context)));

async function kept(
  { facilityId, user }: CallContext,
  db: Kysely<Tables>,
  where: RawBuilder<unknown>,
): Promise<FacilityMaterial[]> {
  const { rows } = await sql<FacilityMaterial>`
    select ${columns},
      case when ${hasOrderRight(user.memberRoles, 'prices')}::boolean then kept.price_per_kg_minor end as "pricePerKg"
    from facility_material kept join material m on m.id = kept.material_id
      join general_material g on g.id = m.general_material_id
    where kept.facility_id = ${facilityId} and ${where} order by lower(m.name), m.id
  `.execute(db);
  return rows;
}

export const listKept = (context: CallContext): Promise<FacilityMaterial[]> => kept(context, context.db, sql`true`);

export async function addMaterial(
  context: CallContext,
  { body }: CallArguments<typeof createMaterial>,
): Promise<LibraryMaterial> {
  const enterprise = await enterpriseOf(context);
  return context.write(async (unit) => {
    await inTurn(unit, enterprise);
    const { rows: found } = await sql<{ process: boolean; general: boolean; taken: boolean }>`
      select exists (select 1 from am_process where id = ${body.amProcessId}) as process,
        exists (select 1 from general_material where id = ${body.generalMaterialId}) as general,
        exists (select 1 from material m where m.am_process_id = ${body.amProcessId}
          and lower(m.name) = lower(${body.name}) and ${visibleTo(enterprise)}) as taken
    `.execute(unit.db);
    if (!found[0]?.process) throw wrongField('amProcessId', say('noProcess'));
    if (!found[0].general) throw wrongField('generalMaterialId', say('noFamily'));
    if (found[0].taken) {
      throw new CallError('CONFLICT', say('materialTaken', { name: body.name }), {
        fields: { name: say('thereAlready') },
      });
    }
    const { id } = await unit.db
      .insertInto('material')
      .values({
        name: body.name,
        manufacturer: body.manufacturer || null,
        general_material_id: body.generalMaterialId,
        am_process_id: body.amProcessId,
        density_mg_per_mm3: body.density,
        owner_facility_id: enterprise,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await unit.audit({ action: 'material.added', objectKind: 'MATERIAL', objectId: String(id), after: body });
    const [added] = await library(unit.db, sql`m.id = ${id}`);
    if (!added) throw new CallError('NOT_FOUND');
    return added;
  });
}

export async function keepMaterial(
  context: CallContext,
  { params: { id }, body }: CallArguments<typeof updateFacilityMaterial>,
): Promise<FacilityMaterial> {
  const { facilityId } = context;
  const enterprise = await enterpriseOf(context);
  return context.write(async (unit) => {
    const [known] = await library(unit.db, sql`m.id = ${id} and ${visibleTo(enterprise)}`);
    if (!known) throw new CallError('NOT_FOUND');
    // A change that gives it to a machine holds this row until it is written.
    await sql`
      select 1 from facility_material where facility_id = ${facilityId} and material_id = ${id} for update
    `.execute(unit.db);
    const [before] = await kept(context, unit.db, sql`m.id = ${id}`);
    if (body.kept) {
      await sql`
        insert into facility_material (facility_id, material_id, price_per_kg_minor)
        values (${facilityId}, ${id}, ${body.pricePerKg})
        on conflict (facility_id, material_id) do update set price_per_kg_minor = excluded.price_per_kg_minor
      `.execute(unit.db);
    } else {
      if (!before) return { ...known, pricePerKg: body.pricePerKg };
      await requireUnused(unit.db, facilityId, known);
      await unit.db
        .deleteFrom('facility_material')
        .where('facility_id', '=', facilityId)
        .where('material_id', '=', id)
        .execute();
    }
    await unit.audit({
      action: body.kept ? (before ? 'material.price_changed' : 'material.kept') : 'material.dropped',
      objectKind: 'MATERIAL',
      objectId: String(id),
      before: before && { pricePerKg: before.pricePerKg },
      after: body,
    });
    if (body.kept !== Boolean(before)) {
      await tell(context, unit, { what: body.kept ? 'ADDED' : 'RETIRED', materialId: id });
    }
    return { ...known, pricePerKg: body.pricePerKg };
  });
}

async function requireUnused(db: Kysely<Tables>, facilityId: number, material: LibraryMaterial): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select e.display_name as name from equipment e join equipment_material em on em.equipment_id = e.id
    where e.facility_id = ${facilityId} and em.material_id = ${material.id} order by e.display_name limit 4
  `.execute(db);
  if (rows.length === 0) return;
  const names = rows.slice(0, 3).map(({ name }) => name);
  throw new CallError(
    'CONFLICT',
    say('materialRuns', {
      material: material.name,
      machines: [...names, ...(rows.length > 3 ? [say('otherMachines')] : [])],
    }),
  );
}
