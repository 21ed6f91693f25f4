import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { departmentNames } from '@sinter/sdk/contract/admin/departments';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import * as contract from '@sinter/sdk/contract/orders/requestForms';
import { lockPlace, versions, type CallContext, type ServerHost } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import type { OrderTables } from '../tables.ts';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { answered } from './answered.ts';
import { presentForm } from './applies.ts';
import { customersOf } from './customers.ts';
import { formAt, placeOfForm, otherForAll, requestForms } from './kind.ts';

export function handleRequestForms({ handle }: ServerHost): void {
  handle(contract.readRequestForm, async (context) => ({ form: await presentForm(context) }));
  handle(contract.listRequestForms, list);
  handle(contract.readOrderAnswers, answered);
  handle(contract.addRequestForm, add);
  handle(contract.switchRequestForm, switchForm);
}

async function list(context: CallContext): Promise<CallResult<typeof contract.listRequestForms>> {
  const { db, facilityId } = context;
  const rows = await db
    .withTables<OrderTables>()
    .selectFrom('request_form')
    .select(['id', 'name', 'enabled', 'company_ids as companyIds', 'departments'])
    .select(sql<number>`(select count(*)::int from rfq_order o where o.form_id = request_form.id)`.as('orders'))
    .where('facility_id', '=', facilityId)
    .orderBy('id')
    .execute();
  const customers = await customersOf(db, facilityId);
  const published = await context.get(versions).all(db, requestForms, facilityId);
  const ids = customers.map(({ id }) => id);
  const departments = await Promise.all(context.all(departmentNames).map((names) => names.ofCompanies(db, ids)));
  return {
    forms: rows.map(({ id, companyIds, ...row }) => ({
      id,
      ...row,
      version: published.get(String(id))?.version ?? 0,
      drafted: published.get(String(id))?.drafted ?? false,
      customers: customers.filter((customer) => companyIds.includes(customer.id)),
    })),
    customers,
    departments: [...new Set(departments.flat())],
    ...(await offered(db)),
  };
}

type Offered = Pick<CallResult<typeof contract.listRequestForms>, 'processes' | 'materials' | 'finishes'>;

async function offered(db: CallContext['db']): Promise<Offered> {
  const named = async (query: RawBuilder<Offered['processes'][number]>) => (await query.execute(db)).rows;
  const [processes, materials, finishes] = await Promise.all([
    named(sql`select p.id, p.name from am_process p where exists (
      select from machine_model model join equipment e on e.machine_model_id = model.id
      where model.am_process_id = p.id and not e.hidden) order by p.sequence`),
    named(sql`select m.id, m.name from material m where exists (
      select from equipment_material em join equipment e on e.id = em.equipment_id
      where em.material_id = m.id and not e.hidden) order by m.name, m.id`),
    named(sql`select step.id, step.name from post_processing step where exists (
      select from facility_post_processing can where can.post_processing_id = step.id) order by step.name`),
  ]);
  return { processes, materials, finishes };
}

async function add(
  context: CallContext,
  { body: { name, copyOf } }: CallArguments<typeof contract.addRequestForm>,
): Promise<{ id: number }> {
  const { facilityId, user } = context;
  const id = await context.write(async (unit) => {
    await lockPlace(unit.db, { facilityId, companyId: null });
    const db = ordersDb(unit);
    const settings = context.get(versions);
    const { forms } = await db
      .selectFrom('request_form')
      .select(({ fn }) => fn.countAll<number>().as('forms'))
      .where('facility_id', '=', facilityId)
      .executeTakeFirstOrThrow();
    if (Number(forms) >= contract.mostForms)
      throw new CallError('CONFLICT', say('formsFull', { most: contract.mostForms }));
    const copied = copyOf === null ? null : placeOfForm(facilityId, copyOf);
    if (copied) await formAt(unit.db, copied);
    const from = copied && (await settings.of(requestForms, copied).state(unit.db));
    const { id: added } = await db
      .insertInto('request_form')
      .values({ facility_id: facilityId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Whom the other one is for stays with it: two forms for the same people are one too many.
    const value = { ...(from?.draft ?? from?.published)?.value, name, companyIds: [], departments: [] };
    const setting = settings.of(requestForms, placeOfForm(facilityId, added));
    const { seen } = await setting.state(unit.db);
    await setting.saveDraft(unit, value, { by: user.userId, seen });
    await unit.audit({ action: 'request_form.added', ...objectOf(added), after: { name, copyOf } });
    return added;
  });
  return { id };
}

async function switchForm(
  context: CallContext,
  { params: { id }, body: { enabled } }: CallArguments<typeof contract.switchRequestForm>,
): Promise<CallResult<typeof contract.switchRequestForm>> {
  const { facilityId } = context;
  const place = placeOfForm(facilityId, id);
  await context.write(async (unit) => {
    await lockPlace(unit.db, { facilityId, companyId: null });
    const form = await formAt(unit.db, place);
    if (form.enabled === enabled) return;
    const other = enabled && form.published ? await otherForAll(unit.db, { ...form, facilityId }) : null;
    if (other !== null) throw new CallError('CONFLICT', say('formForAllTaken', { name: other }));
    await ordersDb(unit)
      .updateTable('request_form')
      .set({ enabled, changed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const action = enabled ? 'request_form.enabled' : 'request_form.disabled';
    await unit.audit({ action, ...objectOf(id), before: form.enabled, after: enabled });
    const { version } = await context.get(versions).of(requestForms, place).current(unit.db);
    const audience = (await requestForms.hearers?.(unit.db, place)) ?? { facilityIds: [facilityId] };
    await unit.emit(settingChanged, { kind: requestForms.id, ...place, version }, audience);
  });
  return { id, enabled };
}

const objectOf = (id: number) => ({ objectKind: 'REQUEST_FORM', objectId: String(id) });
