import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { listVendorRelations, setVendorRelation, Vendor } from '@sinter/sdk/contract/orders/vendors';
import {
  facilityGains,
  lockPlace,
  placeOf,
  wrongField,
  type CallContext,
  type Work,
  isoTime,
} from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { location, relation, relationJoins } from './candidates.ts';

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Facilities `f` with how they stand to the company. */
const standing = (companyId: number) => sql`
  facility f ${relationJoins(companyId)}
    left join internal_company claim on claim.company_id = ${companyId} and claim.confirmed_at is null
      and claim.root_facility_id = coalesce(f.root_facility_id, f.id)`;

const isKnown = sql<boolean>`(v.company_id is not null or own.company_id is not null or claim.company_id is not null)`;

async function read(
  db: QueryExecutorProvider,
  companyId: number,
  where: RawBuilder<boolean>,
  page: { size: number; skip: number },
): Promise<{ vendors: Vendor[]; totalCount: number }> {
  const { rows } = await sql<Vendor & { total: number }>`
    select page.total, jsonb_build_object('id', page.id, 'name', page.name) as facility, page.location, page.relation,
      page.reason, page.claims as "claimsInternal", page.set_on as "setOn",
      (select u.first_name || ' ' || u.last_name from app_user u where u.id = page.set_by) as "setBy",
      (select count(*)::int from rfq_match m join rfq_order o on o.id = m.order_id
        where m.facility_id = page.id and o.company_id = ${companyId} and not ${orderIsControlled}) as orders
    from (
      select f.id, f.company_name as name, ${location} as location, ${relation} as relation,
        coalesce(v.reason, '') as reason, claim.company_id is not null as claims,
        ${isoTime(sql`coalesce(v.set_at, own.confirmed_at)`)} as set_on,
        coalesce(v.set_by, own.confirmed_by) as set_by, count(*) over ()::int as total
      from ${standing(companyId)}
      where ${where} order by lower(f.company_name), f.id limit ${page.size} offset ${page.skip}
    ) page order by lower(page.name), page.id
  `.execute(db);
  return { vendors: rows.map(({ total: _, ...vendor }) => vendor), totalCount: rows[0]?.total ?? 0 };
}

export function list(
  { db, companyId }: CallContext,
  { page, size, searchString, relation: wanted }: CallArguments<typeof listVendorRelations>['query'],
): Promise<CallResult<typeof listVendorRelations>> {
  const text = searchString.trim();
  const conditions = [
    sql<boolean>`(f.active or ${isKnown})`,
    wanted ? sql<boolean>`${relation} = ${wanted}` : isKnown,
    ...(text === '' ? [] : [sql<boolean>`f.company_name ilike ${like(text)}`]),
  ];
  return read(db, companyId, sql<boolean>`${sql.join(conditions, sql` and `)}`, { size, skip: page * size });
}

/** Throws NOT_FOUND when there is no such facility. */
export async function readVendor(db: QueryExecutorProvider, companyId: number, facilityId: number): Promise<Vendor> {
  const { vendors } = await read(db, companyId, sql<boolean>`f.id = ${facilityId}`, { size: 1, skip: 0 });
  const [vendor] = vendors;
  if (!vendor) throw new CallError('NOT_FOUND');
  return vendor;
}

export async function set(
  context: CallContext,
  { params, body }: CallArguments<typeof setVendorRelation>,
): Promise<Vendor> {
  const { companyId, user } = context;
  if (body.relation === 'BLACK_LISTED' && body.reason === '') throw wrongField('reason', say('whyBlackListed'));
  return context.write(async (unit) => {
    // Whoever is matching an order of the company now is waited for.
    await lockPlace(unit.db, placeOf(context));
    const before = await readVendor(unit.db, companyId, params.id);
    const key = { company_id: companyId, facility_id: params.id };
    const db = ordersDb(unit);
    if (body.relation === 'MATCHED') {
      await db.deleteFrom('vendor').where('company_id', '=', companyId).where('facility_id', '=', params.id).execute();
    } else {
      const row = { relation: body.relation, reason: body.reason, set_by: user.userId, set_at: new Date() };
      await db
        .insertInto('vendor')
        .values({ ...key, ...row })
        .onConflict((conflict) => conflict.columns(['company_id', 'facility_id']).doUpdateSet(row))
        .execute();
    }
    const after = await readVendor(unit.db, companyId, params.id);
    const action =
      body.relation === 'MATCHED'
        ? 'vendor.removed'
        : body.relation === 'PRIVATE'
          ? 'vendor.approved'
          : 'vendor.black_listed';
    await unit.audit({ action, ...objectOf(params.id), before: noted(before), after: noted(after) });
    if (before.relation === 'BLACK_LISTED' && after.relation !== 'BLACK_LISTED') await tell(context, unit, params.id);
    return after;
  });
}

export const objectOf = (facilityId: number) => ({ objectKind: 'VENDOR', objectId: String(facilityId) });
const noted = ({ relation: stands, reason }: Vendor) => ({ relation: stands, reason });

/** The facility may get orders that it did not get before. */
async function tell({ all }: CallContext, unit: Work, facilityId: number): Promise<void> {
  for (const gains of all(facilityGains)) await gains.gained(unit, facilityId);
}
