import { CallError, type Sentence } from '@sinter/sdk/contract';
import { provider } from '@sinter/sdk/contract/guard';
import { checklistKind, checklistSchema, type Checklist } from '@sinter/sdk/contract/production/checklists';
import { defineSettingKind, type SettingPlace, type Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import { productionDb, type ProductionTables } from '../tables.ts';
import { say } from '../texts.ts';

/** A checklist and its versions; its id names it. */
export const checklists = defineSettingKind({
  id: checklistKind,
  guard: provider('MES_SETTINGS_EDITOR'),
  schema: checklistSchema,
  defaults: checklistSchema.parse({}),
  async check(db, place, value) {
    await checklistAt(db, place);
    const fields = faultsOf(value);
    if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  },
  async published(unit, place, { name, gate, items, ...appliesTo }) {
    const { id, version } = await checklistAt(unit.db, place);
    const db = productionDb(unit);
    await db
      .insertInto('checklist_version')
      .values({ checklist_id: id, version: version + 1, name, items: JSON.stringify(items) })
      .execute();
    await db
      .updateTable('checklist')
      .set({
        ...{ name, gate, version: version + 1, changed_at: new Date() },
        ...{ process_ids: appliesTo.processIds, material_ids: appliesTo.materialIds },
        ...{ equipment_ids: appliesTo.equipmentIds, company_ids: appliesTo.companyIds },
      })
      .where('id', '=', id)
      .execute();
  },
});

/** What the schema cannot say, by field. */
export function faultsOf({ name, items }: Checklist): Record<string, Sentence> {
  const fields: Record<string, Sentence> = {};
  if (name === '') fields['name'] = say('checklistNoName');
  if (items.length === 0) fields['items'] = say('checklistNoItems');
  for (const [index, { key, kind, lowest, highest, choices }] of items.entries()) {
    const path = `items.${index}`;
    if (kind === 'LIST' && choices.length === 0) fields[`${path}.choices`] = say('mesNoChoices');
    if (lowest !== null && highest !== null && lowest > highest) fields[`${path}.highest`] = say('mesLimits');
    if (items.findIndex((each) => each.key === key) !== index) fields[`${path}.key`] = say('mesTwice', { key });
  }
  return fields;
}

export const placeOf = (facilityId: number, id: number): SettingPlace => ({ facilityId, elementId: String(id) });

/** Throws NOT_FOUND for one of another facility. */
export async function checklistAt(db: Kysely<Tables>, { facilityId, elementId }: SettingPlace) {
  const id = Number(elementId);
  const row = Number.isSafeInteger(id)
    ? await db
        .withTables<ProductionTables>()
        .selectFrom('checklist')
        .select(['id', 'name', 'enabled', 'version'])
        .where('id', '=', id)
        .where('facility_id', '=', facilityId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}
