import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import * as contract from '@sinter/sdk/contract/quality/inspectionPlans';
import { isoTime, lockPlace, versions, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { containing } from '../ncr/search.ts';
import { say } from '../texts.ts';
import { placeOf, planAt, planIsControlled, plans } from './kind.ts';
import { inspectionDb } from './tables.ts';

const mostParts = 500;
const mayEdit = ({ user }: CallContext): boolean => user.permissions.includes('QMS_SETTINGS_EDITOR');

const seen = ({ facilityId, user }: CallContext) =>
  sql`p.facility_id = ${facilityId} ${user.cleared ? sql`` : sql`and not ${planIsControlled}`}`;

const rowColumns = sql`p.id, p.name, p.version, p.enabled, coalesce(part.file_name, '') as part,
  coalesce(v.content ->> 'sampling', 'ALL') as sampling, coalesce(jsonb_array_length(v.content -> 'characteristics'), 0) as characteristics,
  (select count(*)::int from lot_inspection i where i.plan_id = p.id) as inspections,
  (select ${isoTime(sql`max(i.created_at)`)} from lot_inspection i where i.plan_id = p.id) as "lastAt"`;
const rowFrom = sql`inspection_plan p left join stored_file part on part.id = p.part_id
  left join inspection_plan_version v on v.plan_id = p.id and v.version = p.version`;

export async function list(
  context: CallContext,
  { query: { q, page, size } }: CallArguments<typeof contract.listInspectionPlans>,
): Promise<CallReply<typeof contract.listInspectionPlans>> {
  const like = containing(q);
  const found = sql`${rowFrom} where ${seen(context)} ${q === '' ? sql`` : sql`and (p.name ilike ${like} or part.file_name ilike ${like})`}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<contract.PlanRow>`
      select ${rowColumns} from ${found} order by lower(p.name), p.id limit ${size} offset ${page * size}
    `.execute(context.db),
    sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(context.db),
  ]);
  return { plans: rows, total: counted[0]?.total ?? 0, mayEdit: mayEdit(context) };
}

export async function add(
  context: CallContext,
  { body: { name, copyOf } }: CallArguments<typeof contract.addInspectionPlan>,
): Promise<{ id: number }> {
  const { facilityId, user } = context;
  const id = await context.write(async (unit) => {
    await lockPlace(unit.db, { facilityId, companyId: null });
    const db = inspectionDb(unit);
    const { count } = await db
      .selectFrom('inspection_plan')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('facility_id', '=', facilityId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= contract.mostPlans)
      throw new CallError('CONFLICT', say('plansFull', { most: contract.mostPlans }));
    const settings = context.get(versions);
    const copied = copyOf === null ? null : placeOf(facilityId, copyOf);
    if (copied) await planAt(unit.db, copied, user);
    const from = copied && (await settings.of(plans, copied).state(unit.db));
    const { id: added } = await db
      .insertInto('inspection_plan')
      .values({ facility_id: facilityId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const setting = settings.of(plans, placeOf(facilityId, added));
    const { seen: read } = await setting.state(unit.db);
    await setting.saveDraft(
      unit,
      { ...(from?.draft ?? from?.published)?.value, name },
      { by: user.userId, seen: read },
    );
    await unit.audit({ action: 'inspectionPlan.added', ...objectOf(added, facilityId), after: { name, copyOf } });
    return added;
  });
  return { id };
}

export async function turn(
  context: CallContext,
  { params: { id }, body: { enabled } }: CallArguments<typeof contract.switchInspectionPlan>,
): Promise<CallReply<typeof contract.switchInspectionPlan>> {
  const { facilityId, user } = context;
  const place = placeOf(facilityId, id);
  await context.write(async (unit) => {
    await lockPlace(unit.db, { facilityId, companyId: null });
    const row = await planAt(unit.db, place, user);
    if (row.enabled === enabled) return;
    await inspectionDb(unit)
      .updateTable('inspection_plan')
      .set({ enabled, changed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const action = enabled ? 'inspectionPlan.enabled' : 'inspectionPlan.disabled';
    await unit.audit({ action, ...objectOf(id, facilityId), before: !enabled, after: enabled });
    const { version } = await context.get(versions).of(plans, place).current(unit.db);
    await unit.emit(settingChanged, { kind: plans.id, ...place, version }, { facilityIds: [facilityId] });
  });
  return { id, enabled };
}

const objectOf = (id: number, facilityId: number) => ({
  objectKind: 'INSPECTION_PLAN',
  objectId: String(id),
  facilityId,
});

export async function read(
  context: CallContext,
  { params: { id } }: CallArguments<typeof contract.readInspectionPlan>,
): Promise<CallReply<typeof contract.readInspectionPlan>> {
  const { db, facilityId, user } = context;
  const { rows } = await sql<contract.PlanRow & { content: unknown }>`
    select ${rowColumns}, coalesce(v.content, '{}') as content from ${rowFrom} where ${seen(context)} and p.id = ${id}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new CallError('NOT_FOUND');
  const edits = mayEdit(context);
  const all = async (query: RawBuilder<{ id: number; name: string }>) => (edits ? (await query.execute(db)).rows : []);
  const [processes, materials, parts] = await Promise.all([
    all(sql`select p.id, p.name from am_process p where exists (
      select from equipment e join machine_model mm on mm.id = e.machine_model_id
      where mm.am_process_id = p.id and e.facility_id = ${facilityId} and not e.hidden) order by p.sequence, p.id`),
    all(sql`select m.id, m.name from material m where exists (
      select from equipment_material em join equipment e on e.id = em.equipment_id
      where em.material_id = m.id and e.facility_id = ${facilityId} and not e.hidden) order by m.name, m.id`),
    all(sql`
      select id, name from (
        select distinct on (up.id) up.id, up.file_name || ' (#' || f.order_id || ')' as name, f.id as line
        from rfq_match m join rfq_order o on o.id = m.order_id join rfq_order_file f on f.order_id = o.id
          join stored_file up on up.id = f.original_file_id
        where m.facility_id = ${facilityId}
          ${user.cleared ? sql`` : sql`and not (up.controlled or ${orderIsControlled})`}
        order by up.id, f.id desc) made
      order by id = (select p.part_id from inspection_plan p where p.id = ${id}) desc, line desc limit ${mostParts}`),
  ]);
  const { content, ...row } = found;
  const released = contract.inspectionPlanSchema.parse(content);
  return { row, released, mayEdit: edits, processes, materials, parts };
}

export async function measured(
  context: CallContext,
  { params: { id }, query: { characteristic } }: CallArguments<typeof contract.listMeasured>,
): Promise<CallReply<typeof contract.listMeasured>> {
  const { db, facilityId, user } = context;
  await planAt(db, placeOf(facilityId, id), user);
  const { rows } = await sql<contract.Measured>`
    select "inspectionId", number, "lotId", sample, value, ${isoTime('at')} as at from (
      select each.*, row_number() over (order by first desc) as place from (
        select i.id as "inspectionId", i.number, i.lot_id as "lotId", r.sample,
          (array_agg(r.value order by r.id desc))[1] as value, min(r.id) as first, max(r.created_at) as at
        from lot_inspection i join inspection_reading r on r.inspection_id = i.id join lot l on l.id = i.lot_id
          join rfq_order o on o.id = l.order_id
        where i.plan_id = ${id} and i.state <> 'VOID' and r.key = ${characteristic} and r.value is not null
          and (${user.cleared} or not ${orderIsControlled})
        group by i.id, r.sample) each) found
    where place <= ${contract.mostCharted} order by first
  `.execute(db);
  return { values: rows };
}
