import { CallError, type Sentence } from '@sinter/sdk/contract';
import { provider } from '@sinter/sdk/contract/guard';
import { requestFormKind } from '@sinter/sdk/contract/orders/request';
import { plainForm, requestFormSchema, type RequestForm } from '@sinter/sdk/contract/orders/requestForms';
import { defineSettingKind, lockPlace, wrongField, type SettingPlace, type Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import { faultsOf } from '../../shared/formRules.ts';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';
import { customersOf } from './customers.ts';

/** A request form and its versions; its id names it. */
export const requestForms = defineSettingKind({
  id: requestFormKind,
  guard: provider('RFQ_CONFIG_EDITOR'),
  schema: requestFormSchema,
  defaults: plainForm,
  async check(db, place, value) {
    await formAt(db, place);
    const fields: Record<string, Sentence> = {};
    for (const [path, fault] of Object.entries(faultsOf(value))) fields[path] = say(fault);
    const known = new Set((await customersOf(db, place.facilityId)).map(({ id }) => id));
    if (value.companyIds.some((id) => !known.has(id))) fields['companyIds'] = say('formNoCustomer');
    if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  },
  async published(unit, place, { name, companyIds, departments }) {
    const { id, enabled } = await formAt(unit.db, place);
    const row = { published: true, name, company_ids: companyIds, departments, changed_at: new Date() };
    // Two editors cannot both publish one for everybody.
    await lockPlace(unit.db, { facilityId: place.facilityId, companyId: null });
    const other = enabled ? await otherForAll(unit.db, { ...place, id, companyIds, departments }) : null;
    if (other !== null) throw wrongField('companyIds', say('formForAllTaken', { name: other }));
    await unit.db.withTables<OrderTables>().updateTable('request_form').set(row).where('id', '=', id).execute();
  },
  hearers: async (db, { facilityId }) => {
    const companies = await db.selectFrom('company').select('id').execute();
    return { facilityIds: [facilityId], companyIds: companies.map(({ id }) => id) };
  },
});

export const placeOfForm = (facilityId: number, id: number): SettingPlace => ({ facilityId, elementId: String(id) });

/** Throws NOT_FOUND for one of another facility. */
export async function formAt(db: Kysely<Tables>, { facilityId, elementId }: SettingPlace) {
  const id = Number(elementId);
  const row = Number.isSafeInteger(id)
    ? await db
        .withTables<OrderTables>()
        .selectFrom('request_form')
        .select(['id', 'enabled', 'published', 'name', 'company_ids as companyIds', 'departments'])
        .where('id', '=', id)
        .where('facility_id', '=', facilityId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

/** The name of another one that is on for everybody, where this one is for everybody too. To be called under the facility's lock. */
export async function otherForAll(
  db: Kysely<Tables>,
  {
    id,
    facilityId,
    companyIds,
    departments,
  }: Pick<RequestForm, 'companyIds' | 'departments'> & { id: number; facilityId: number },
): Promise<string | null> {
  if (companyIds.length > 0 || departments.length > 0) return null;
  const other = await db
    .withTables<OrderTables>()
    .selectFrom('request_form')
    .select('name')
    .where('facility_id', '=', facilityId)
    .where('id', '<>', id)
    .where('enabled', '=', true)
    .where('published', '=', true)
    .where(sql<boolean>`company_ids = '{}' and departments = '{}'`)
    .executeTakeFirst();
  return other?.name ?? null;
}
