import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import * as contract from '@sinter/sdk/contract/production/checklists';
import { gateSchema } from '@sinter/sdk/contract/production/gates';
import { lockPlace, versions, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { checklistAt, checklists, placeOf } from './kind.ts';

interface Row {
  id: number;
  name: string;
  gate: string;
  version: number;
  enabled: boolean;
  items: number;
  uses: number;
  usedAt: Date | null;
}

export async function list(context: CallContext): Promise<CallResult<typeof contract.listChecklists>> {
  const { db, facilityId } = context;
  const { rows } = await sql<Row>`
    select c.id, c.name, c.gate, c.version, c.enabled, coalesce(jsonb_array_length(v.items), 0) as items,
      used.uses, used.at as "usedAt"
    from checklist c left join checklist_version v on v.checklist_id = c.id and v.version = c.version
      cross join lateral (select count(*)::int as uses, max(begun_at) as at from checklist_use where checklist_id = c.id) used
    where c.facility_id = ${facilityId} order by c.id
  `.execute(db);
  const published = await context.get(versions).all(db, checklists, facilityId);
  return {
    checklists: rows.map(({ gate, usedAt, ...row }) => ({
      ...row,
      gate: gateSchema.parse(gate),
      usedAt: usedAt?.toISOString() ?? null,
      drafted: published.get(String(row.id))?.drafted ?? false,
    })),
    ...(await named(context)),
  };
}

type Named = Pick<CallResult<typeof contract.listChecklists>, 'processes' | 'machines' | 'materials' | 'customers'>;

/** What a list can be for. */
async function named({ db, facilityId }: CallContext): Promise<Named> {
  const all = async (query: RawBuilder<Named['machines'][number]>) => (await query.execute(db)).rows;
  const [processes, machines, materials, customers] = await Promise.all([
    all(sql`select p.id, p.name from am_process p where exists (
      select from machine_model model join equipment e on e.machine_model_id = model.id
      where model.am_process_id = p.id and e.facility_id = ${facilityId} and not e.hidden) order by p.sequence`),
    all(sql`select id, display_name as name from equipment where facility_id = ${facilityId} and not hidden
      order by lower(display_name), id`),
    all(sql`select m.id, m.name from material m where exists (
      select from equipment_material em join equipment e on e.id = em.equipment_id
      where em.material_id = m.id and e.facility_id = ${facilityId} and not e.hidden) order by m.name, m.id`),
    all(sql`select c.id, c.name from company c where exists (
      select from rfq_order o join rfq_match m on m.order_id = o.id
      where o.company_id = c.id and m.facility_id = ${facilityId}) order by lower(c.name), c.id`),
  ]);
  return { processes, machines, materials, customers };
}

export async function add(
  context: CallContext,
  { body: { name, copyOf } }: CallArguments<typeof contract.addChecklist>,
): Promise<{ id: number }> {
  const { facilityId, user } = context;
  const id = await context.write(async (unit) => {
    await lockPlace(unit.db, { facilityId, companyId: null });
    const db = productionDb(unit);
    const { count } = await db
      .selectFrom('checklist')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('facility_id', '=', facilityId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= contract.mostChecklists) {
      throw new CallError('CONFLICT', say('checklistsFull', { most: contract.mostChecklists }));
    }
    const settings = context.get(versions);
    const copied = copyOf === null ? null : placeOf(facilityId, copyOf);
    if (copied) await checklistAt(unit.db, copied);
    const from = copied && (await settings.of(checklists, copied).state(unit.db));
    const { id: added } = await db
      .insertInto('checklist')
      .values({ facility_id: facilityId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const value = { ...(from?.draft ?? from?.published)?.value, name };
    const setting = settings.of(checklists, placeOf(facilityId, added));
    const { seen } = await setting.state(unit.db);
    await setting.saveDraft(unit, value, { by: user.userId, seen });
    await unit.audit({ action: 'checklist.added', ...objectOf(added, facilityId), after: { name, copyOf } });
    return added;
  });
  return { id };
}

export async function turn(
  context: CallContext,
  { params: { id }, body: { enabled } }: CallArguments<typeof contract.switchChecklist>,
): Promise<CallResult<typeof contract.switchChecklist>> {
  const { facilityId } = context;
  const place = placeOf(facilityId, id);
  await context.write(async (unit) => {
    await lockPlace(unit.db, { facilityId, companyId: null });
    const row = await checklistAt(unit.db, place);
    if (row.enabled === enabled) return;
    await productionDb(unit)
      .updateTable('checklist')
      .set({ enabled, changed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const action = enabled ? 'checklist.enabled' : 'checklist.disabled';
    await unit.audit({ action, ...objectOf(id, facilityId), before: !enabled, after: enabled });
    const { version } = await context.get(versions).of(checklists, place).current(unit.db);
    await unit.emit(settingChanged, { kind: checklists.id, ...place, version }, { facilityIds: [facilityId] });
  });
  return { id, enabled };
}

const objectOf = (id: number, facilityId: number) => ({ objectKind: 'CHECKLIST', objectId: String(id), facilityId });
