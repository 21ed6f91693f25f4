import { departmentNames } from '@sinter/sdk/contract/admin/departments';
import type { FormChoice } from '@sinter/sdk/contract/orders/request';
import type { RequestForm, ShownForm } from '@sinter/sdk/contract/orders/requestForms';
import { versions, wrongField, type CallContext, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';
import { placeOfForm, requestForms } from './kind.ts';

/** Whoever has been filling in an earlier version may send it for so long after another one took its place. */
const goodForMs = 7 * 86_400_000;

interface Candidate {
  id: number;
  facilityId: number;
  companyIds: number[];
  departments: string[];
}

/** The facility in whose shop a company is: that of its own enterprise, else the one that runs the site. */
const shopOf = (companyId: number) => sql<number>`coalesce(
  (select own.root_facility_id from internal_company own
    where own.company_id = ${companyId} and own.confirmed_at is not null order by own.confirmed_at limit 1),
  (select root.id from facility root where root.root_facility_id is null order by root.id limit 1))`;

const rank = ({ companyIds, departments }: Pick<Candidate, 'companyIds' | 'departments'>): number =>
  (companyIds.length > 0 ? 2 : 0) + (departments.length > 0 ? 1 : 0);

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The form that a buyer is asked by now; `null`: what everybody is asked. */
export async function presentForm(context: CallContext): Promise<ShownForm | null> {
  const { rows } = await sql<Candidate>`
    select id, facility_id as "facilityId", company_ids as "companyIds", departments from request_form
    where enabled and published and facility_id = ${shopOf(context.companyId)}
      and (company_ids = '{}' or ${context.companyId} = any(company_ids))
    order by id
  `.execute(context.db);
  if (rows.length === 0) return null;
  const own = rows.some(({ departments }) => departments.length > 0) ? await departmentsOf(context) : [];
  const meant = rows.filter(
    ({ departments }) => departments.length === 0 || departments.some((name) => own.some((each) => same(each, name))),
  );
  const [first] = meant.toSorted((one, other) => rank(other) - rank(one));
  if (!first) return null;
  const setting = context.get(versions).of(requestForms, placeOfForm(first.facilityId, first.id));
  const { version, value } = await setting.current(context.db);
  return shown(first.id, version, value);
}

const departmentsOf = async (context: CallContext): Promise<string[]> =>
  (
    await Promise.all(context.all(departmentNames).map((names) => names.ofMember(context.db, context.membershipId)))
  ).flat();

/** Without whom it is for, and what stands in hidden fields. */
export function shown(id: number, version: number, form: RequestForm): ShownForm {
  const { companyIds: _companies, departments: _departments, standard, ...asks } = form;
  const fields = Object.entries(standard).map(([name, { rule, value }]) => [
    name,
    { rule, value: rule === 'HIDDEN' ? '' : value },
  ]);
  return { id, version, ...asks, standard: Object.fromEntries(fields) };
}

/** A version of a form, as an order keeps it. */
export async function formOf(
  services: Pick<Services, 'db' | 'get'>,
  choice: FormChoice | null,
): Promise<ShownForm | null> {
  if (!choice) return null;
  const row = await services.db
    .withTables<OrderTables>()
    .selectFrom('request_form')
    .select('facility_id')
    .where('id', '=', choice.id)
    .executeTakeFirst();
  if (!row) return null;
  const setting = services.get(versions).of(requestForms, placeOfForm(row.facility_id, choice.id));
  return shown(choice.id, choice.version, await setting.at(services.db, choice.version));
}

/**
 * The form of what somebody sends: the one that they say they were asked by, as long as it may be theirs. Throws INVALID_INPUT for
 * one that is not, or was replaced too long ago.
 */
export async function chosenForm(
  context: CallContext,
  choice: FormChoice | null | undefined,
): Promise<ShownForm | null> {
  const present = await presentForm(context);
  if (choice === undefined || (choice === null && present === null)) return present;
  if (choice && present?.id === choice.id && present.version === choice.version) return present;
  if (!(await heldLately(context, choice, present))) throw wrongField('form', say('formReplaced'));
  return formOf(context, choice);
}

/** Whether this was what the buyer was asked by not long ago. */
async function heldLately(
  context: CallContext,
  choice: FormChoice | null,
  present: ShownForm | null,
): Promise<boolean> {
  const ids = [choice, present].flatMap((form) => (form ? [form.id] : []));
  const rows = await context.db
    .withTables<OrderTables>()
    .selectFrom('request_form')
    .select(['id', 'facility_id as facilityId', 'changed_at as changedAt'])
    .where('id', 'in', ids)
    .where('facility_id', '=', shopOf(context.companyId))
    .execute();
  const since = new Date(Date.now() - goodForMs);
  const changed = rows.some(({ changedAt }) => changedAt > since);
  if (choice === null) return changed;
  const row = rows.find(({ id }) => id === choice.id);
  if (!row) return false;
  const setting = context.get(versions).of(requestForms, placeOfForm(row.facilityId, row.id));
  const { version: latest } = await setting.current(context.db);
  if (choice.version > latest) return false;
  const { companyIds } = await setting.at(context.db, choice.version);
  if (companyIds.length > 0 && !companyIds.includes(context.companyId)) return false;
  if (choice.version === latest) return changed;
  const [next] = await setting.list(context.db, { before: choice.version + 2, most: 1 });
  return next?.at !== null && next?.at !== undefined && next.at > since;
}
