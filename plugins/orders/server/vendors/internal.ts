import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  confirmInternal,
  declareInternal,
  InternalCompany,
  listInternalCompanies,
  Vendor,
} from '@sinter/sdk/contract/orders/vendors';
import { lockPlace, placeOf, isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { objectOf, readVendor } from './relations.ts';

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The root facility of the tree that a facility is in. */
const rootOf = (facilityId: number) =>
  sql<number>`(select coalesce(here.root_facility_id, here.id) from facility here where here.id = ${facilityId})`;

/** The company says that it is of the facility's enterprise, which has said so before; or no longer. */
export async function confirm(
  context: CallContext,
  { params, body }: CallArguments<typeof confirmInternal>,
): Promise<Vendor> {
  const { companyId, user } = context;
  return context.write(async (unit) => {
    await lockPlace(unit.db, placeOf(context));
    const changed = await ordersDb(unit)
      .updateTable('internal_company')
      .set(
        body.internal
          ? { confirmed_by: user.userId, confirmed_at: new Date() }
          : { confirmed_by: null, confirmed_at: null },
      )
      .where('company_id', '=', companyId)
      .where('root_facility_id', '=', rootOf(params.id))
      .returning('company_id')
      .executeTakeFirst();
    if (!changed) throw new CallError('NOT_FOUND');
    const action = body.internal ? 'vendor.internal_confirmed' : 'vendor.internal_ended';
    await unit.audit({ action, ...objectOf(params.id), after: body });
    return readVendor(unit.db, companyId, params.id);
  });
}

interface CompanyRow extends InternalCompany {
  total: number;
}

/** Companies `c` that sent orders to the enterprise, or that it has declared. */
async function customers(
  db: QueryExecutorProvider,
  rootId: number,
  where: RawBuilder<boolean>,
  page: { size: number; skip: number },
): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`
    select jsonb_build_object('id', c.id, 'name', c.name) as company,
      case when own.company_id is null then 'CUSTOMER' when own.confirmed_at is null then 'DECLARED' else 'CONFIRMED' end as state,
      ${isoTime('own.declared_at')} as "declaredOn",
      count(*) over ()::int as total
    from company c left join internal_company own on own.company_id = c.id and own.root_facility_id = ${rootId}
    where ${where} and (own.company_id is not null or exists (
      select from rfq_order o join rfq_match m on m.order_id = o.id join facility f on f.id = m.facility_id
      where o.company_id = c.id and coalesce(f.root_facility_id, f.id) = ${rootId}))
    order by lower(c.name), c.id limit ${page.size} offset ${page.skip}
  `.execute(db);
  return rows;
}

const dtoOf = ({ company, state, declaredOn }: CompanyRow): InternalCompany => ({ company, state, declaredOn });

export async function listCompanies(
  { db, facilityId }: CallContext,
  { page, size, searchString }: CallArguments<typeof listInternalCompanies>['query'],
): Promise<CallResult<typeof listInternalCompanies>> {
  const text = searchString.trim();
  const named = text === '' ? sql<boolean>`true` : sql<boolean>`c.name ilike ${like(text)}`;
  const rows = await customers(db, facilityId, named, { size, skip: page * size });
  return { companies: rows.map(dtoOf), totalCount: rows[0]?.total ?? 0 };
}

/** The guard lets in nobody but the root facility, which stands for the enterprise. */
export async function declare(
  context: CallContext,
  { params, body }: CallArguments<typeof declareInternal>,
): Promise<InternalCompany> {
  const { facilityId: rootId, user } = context;
  return context.write(async (unit) => {
    const find = async () =>
      (await customers(unit.db, rootId, sql<boolean>`c.id = ${params.id}`, { size: 1, skip: 0 }))[0];
    const before = await find();
    if (!before) throw new CallError('NOT_FOUND');
    const db = ordersDb(unit);
    if (body.internal) {
      const { root_facility_id } = await db
        .insertInto('internal_company')
        .values({ company_id: params.id, root_facility_id: rootId, declared_by: user.userId })
        .onConflict((conflict) =>
          // Nothing changes: only so that the row is answered.
          conflict.column('company_id').doUpdateSet(({ ref }) => ({ company_id: ref('excluded.company_id') })),
        )
        .returning('root_facility_id')
        .executeTakeFirstOrThrow();
      if (root_facility_id !== rootId) throw new CallError('CONFLICT', say('othersCompany'));
    } else {
      await db
        .deleteFrom('internal_company')
        .where('company_id', '=', params.id)
        .where('root_facility_id', '=', rootId)
        .execute();
    }
    const after = await find();
    await unit.audit({
      action: body.internal ? 'vendor.internal_declared' : 'vendor.internal_withdrawn',
      objectKind: 'COMPANY',
      objectId: String(params.id),
      before: { state: before.state },
      after: { state: after?.state ?? 'CUSTOMER' },
    });
    return after ? dtoOf(after) : { company: before.company, state: 'CUSTOMER', declaredOn: null };
  });
}
