import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { createMachine, listMachines } from '@sinter/sdk/contract/catalog/machines';
import { wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { enterpriseOf, inTurn, visibleTo } from '../enterprise.ts';
import type { CatalogTables } from '../tables.ts';
import { say } from '../texts.ts';

type Model = CallResult<typeof createMachine>;

/** A model as the contract has it: `m` machine_model, `mf` manufacturer, `p` am_process. */
export const model = sql`
  jsonb_build_object(
    'id', m.id, 'modelName', m.model_name, 'kind', m.kind,
    'manufacturer', jsonb_build_object('id', mf.id, 'name', mf.name),
    'amProcess', jsonb_build_object('id', p.id, 'name', p.name),
    'generalMaterialTypes', coalesce((
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
      from machine_model_general_material mg join general_material g on g.id = mg.general_material_id
      where mg.machine_model_id = m.id), '[]'::jsonb),
    'buildVolume', case when m.build_x_mm is not null
      then jsonb_build_object('x', m.build_x_mm, 'y', m.build_y_mm, 'z', m.build_z_mm) end)`;

const from = sql`machine_model m join manufacturer mf on mf.id = m.manufacturer_id join am_process p on p.id = m.am_process_id`;

/** By maker, then model, as people look for them. */
export async function listModels(context: CallContext): Promise<CallResult<typeof listMachines>> {
  const { rows } = await sql<{ model: Model; source: string | null; own: boolean }>`
    select ${model} as model, m.source, m.owner_facility_id is not null as own from ${from}
    where ${visibleTo(await enterpriseOf(context))}
    order by lower(mf.name), lower(m.model_name), m.id
  `.execute(context.db);
  return rows.map((row) => ({ ...row.model, source: row.source, own: row.own }));
}

export async function addModel(context: CallContext, { body }: CallArguments<typeof createMachine>): Promise<Model> {
  const enterprise = await enterpriseOf(context);
  if (body.buildVolume === null && body.kind === 'THREED_PRINTER') {
    throw wrongField('buildVolume', say('volumeMissing'));
  }
  return context.write(async (unit) => {
    const db = unit.db.withTables<CatalogTables>();
    const process = await db
      .selectFrom('am_process')
      .select('id')
      .where('id', '=', body.amProcessId)
      .executeTakeFirst();
    if (!process) throw wrongField('amProcessId', say('noProcess'));
    const generals = [...new Set(body.generalMaterials)];
    const found = await db
      .selectFrom('general_material')
      .select('id')
      .where('id', 'in', [0, ...generals])
      .execute();
    if (found.length < generals.length) throw wrongField('generalMaterials', say('noFamily'));

    await inTurn(unit, enterprise);
    const maker = await makerNamed(unit, body.manufacturer);
    const { rows: models } = await sql<{ name: string }>`
      select m.model_name as name from machine_model m where m.manufacturer_id = ${maker.id} and ${visibleTo(enterprise)}
    `.execute(db);
    const same = models.find(({ name }) => bare(name, maker.name) === bare(body.modelName, maker.name));
    if (same) {
      const text = say('modelTaken', { model: same.name });
      throw new CallError('CONFLICT', text, { fields: { modelName: text } });
    }
    const { id } = await db
      .insertInto('machine_model')
      .values({
        model_name: body.modelName,
        manufacturer_id: maker.id,
        am_process_id: body.amProcessId,
        kind: body.kind,
        build_x_mm: body.buildVolume?.x ?? null,
        build_y_mm: body.buildVolume?.y ?? null,
        build_z_mm: body.buildVolume?.z ?? null,
        owner_facility_id: enterprise,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (generals.length > 0) {
      await db
        .insertInto('machine_model_general_material')
        .values(generals.map((general) => ({ machine_model_id: id, general_material_id: general })))
        .execute();
    }
    await unit.audit({ action: 'machine_model.added', objectKind: 'MACHINE_MODEL', objectId: String(id), after: body });
    const { rows } = await sql<{ model: Model }>`select ${model} as model from ${from} where m.id = ${id}`.execute(db);
    const [added] = rows;
    if (!added) throw new CallError('NOT_FOUND');
    return added.model;
  });
}

/** Many names of models begin with their maker's: with and without it they mean the same. */
function bare(model: string, maker: string): string {
  const [name, start] = [model.toLowerCase(), `${maker.toLowerCase()} `];
  return name.startsWith(start) ? name.slice(start.length) : name;
}

/** Makers are everybody's: one that is written with other capitals is the same, also when two name it at once. */
async function makerNamed(unit: Work, name: string): Promise<{ id: number; name: string }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('maker ' || lower(${name}), 0))`.execute(unit.db);
  const known = await unit.db
    .selectFrom('manufacturer')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .orderBy('id')
    .executeTakeFirst();
  return (
    known ??
    (await unit.db.insertInto('manufacturer').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow())
  );
}
