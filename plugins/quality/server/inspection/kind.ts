import { CallError, type Principal, type Sentence } from '@sinter/sdk/contract';
import { provider } from '@sinter/sdk/contract/guard';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import {
  inspectionPlanKind,
  inspectionPlanSchema,
  type InspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import { defineSettingKind, type SettingPlace, type Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import { say } from '../texts.ts';
import { inspectionDb, type InspectionTables } from './tables.ts';

/** An inspection plan and its versions; its id names it. */
export const plans = defineSettingKind({
  id: inspectionPlanKind,
  guard: provider('QMS_SETTINGS_EDITOR'),
  schema: inspectionPlanSchema,
  defaults: inspectionPlanSchema.parse({}),
  async requireSight(db, place, user) {
    await planAt(db, place, user);
  },
  async check(db, place, value) {
    await planAt(db, place);
    const fields = faultsOf(value);
    if (value.partId !== null && !(await makes(db, place.facilityId, value.partId))) {
      fields['partId'] = say('noSuchChoice');
    }
    if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  },
  async published(unit, place, value) {
    const { id, version } = await planAt(unit.db, place);
    const db = inspectionDb(unit);
    await db
      .insertInto('inspection_plan_version')
      .values({ plan_id: id, version: version + 1, content: JSON.stringify(value) })
      .execute();
    await db
      .updateTable('inspection_plan')
      .set({
        ...{ name: value.name, version: version + 1, changed_at: new Date(), part_id: value.partId },
        ...{ process_ids: value.processIds, material_ids: value.materialIds },
      })
      .where('id', '=', id)
      .execute();
  },
});

/** What the schema cannot say, by field. */
export function faultsOf(plan: InspectionPlan): Record<string, Sentence> {
  const fields: Record<string, Sentence> = {};
  const { name, partId, processIds, materialIds, characteristics } = plan;
  if (name === '') fields['name'] = say('planNoName');
  if (partId === null && processIds.length + materialIds.length === 0) fields['partId'] = say('planForNothing');
  if (characteristics.length === 0) fields['characteristics'] = say('planEmpty');
  for (const [index, { key, name: called, kind, nominal, lowest, highest }] of characteristics.entries()) {
    const path = `characteristics.${index}`;
    if (called === '') fields[`${path}.name`] = say('planNoName');
    if (kind === 'VARIABLE' && lowest === null && highest === null) fields[`${path}.lowest`] = say('planNoLimit');
    if (lowest !== null && highest !== null && lowest > highest) fields[`${path}.highest`] = say('planLimits');
    if (nominal !== null && ((lowest !== null && nominal < lowest) || (highest !== null && nominal > highest))) {
      fields[`${path}.nominal`] = say('planNominal');
    }
    if (characteristics.findIndex((each) => each.key === key) !== index) fields[`${path}.name`] = say('twice', { key });
  }
  return fields;
}

export const placeOf = (facilityId: number, id: number): SettingPlace => ({ facilityId, elementId: String(id) });

/** Whether the part of plan `p` is export controlled, by its file or by an order of it. */
export const planIsControlled = sql<boolean>`exists (select from stored_file part where part.id = p.part_id and (part.controlled
  or exists (select from rfq_order_file f join rfq_order o on o.id = f.order_id
    where f.original_file_id = part.id and ${orderIsControlled})))`;

/** Throws NOT_FOUND for one of another facility, or that `user` may not know of. */
export async function planAt(
  db: Kysely<Tables>,
  { facilityId, elementId }: SettingPlace,
  user?: Pick<Principal, 'cleared'>,
): Promise<{ id: number; name: string; enabled: boolean; version: number }> {
  const id = Number(elementId);
  const { rows } = Number.isSafeInteger(id)
    ? await sql<{ id: number; name: string; enabled: boolean; version: number }>`
        select p.id, p.name, p.enabled, p.version from inspection_plan p
        where p.id = ${id} and p.facility_id = ${facilityId} ${!user || user.cleared ? sql`` : sql`and not ${planIsControlled}`}
      `.execute(db.withTables<InspectionTables>())
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

/** The facility makes this part. */
async function makes(db: Kysely<Tables>, facilityId: number, partId: number): Promise<boolean> {
  const { rows } = await sql`
    select from rfq_order_file f join rfq_match m on m.order_id = f.order_id
    where f.original_file_id = ${partId} and m.facility_id = ${facilityId} limit 1
  `.execute(db);
  return rows.length > 0;
}
