import {
  defaultPortal,
  portalChangeSchema,
  wordsFor,
  type Portal,
  type PortalColumn,
} from '@sinter/sdk/contract/orders/portal';
import type { Principal } from '@sinter/sdk/contract';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** SQL: the root facility whose portal a company is in: of the enterprise that let it in, else the one that runs the site. */
export const shopOf = (company: RawBuilder<unknown>): RawBuilder<number> => sql`coalesce(
  (select coalesce(host.root_facility_id, host.id) from company c join facility host on host.id = c.let_in_by_facility_id
    where c.id = ${company}),
  (select root.id from facility root where root.root_facility_id is null order by root.id limit 1))`;

export interface Asker {
  db: QueryExecutorProvider;
  user: Pick<Principal, 'companyId'>;
}

/** Asked once for a request, whose context is the key. */
const known = new WeakMap<Asker, Promise<Portal>>();

/** What the portal shows to who asks: as it is delivered to a facility. */
export function portalOf(context: Asker): Promise<Portal> {
  const { companyId } = context.user;
  if (companyId === null) return Promise.resolve(defaultPortal);
  const asked = known.get(context) ?? portalOfCompany(context.db, companyId);
  known.set(context, asked);
  return asked;
}

/** The same context, for which these settings hold. */
export function withPortal<Context extends Asker>(context: Context, portal: Portal): Context {
  known.set(context, Promise.resolve(portal));
  return context;
}

/** What holds for a customer now: each field is the customer's own, else that for all, else as it is delivered. */
export async function portalOfCompany(db: QueryExecutorProvider, companyId: number): Promise<Portal> {
  const { rows } = await sql<{ settings: unknown }>`
    select p.settings from customer_portal p
    where p.facility_id = ${shopOf(sql`${companyId}::bigint`)} and (p.company_id is null or p.company_id = ${companyId})
    order by p.company_id nulls first
  `.execute(db);
  return rows.reduce<Portal>(
    (portal, { settings }) => ({ ...portal, ...portalChangeSchema.parse(settings) }),
    defaultPortal,
  );
}

/** The language in which the portal's own words are read. */
export async function languageOf(
  { db, user }: Pick<CallContext, 'db' | 'user'>,
  { statuses, welcome }: Portal,
): Promise<string> {
  if (statuses.length === 0 && Object.keys(welcome).length === 0) return '';
  const { rows } = await sql<{ language: string }>`select language from app_user where id = ${user.userId}`.execute(db);
  return rows[0]?.language ?? '';
}

/** What the portal says to its customers, in the language of who asks. */
export async function welcomeOf(context: CallContext): Promise<string | null> {
  const portal = await portalOf(context);
  return wordsFor(portal.welcome, await languageOf(context, portal));
}

/** What customers read in place of the facility's name where that is kept from them: whose shop it is. */
export async function shopNameOf({ db, user: { companyId } }: Asker, { hiddenColumns }: Portal): Promise<string> {
  if (!hiddenColumns.includes('facility')) return '';
  const { rows } = await sql<{ name: string }>`
    select company_name as name from facility where id = ${shopOf(sql`${companyId}::bigint`)}
  `.execute(db);
  return rows[0]?.name ?? '';
}

/** SQL: is this switch on for a company? For what is decided in the middle of a query. */
export const portalSays = (field: 'showPhotos', company: RawBuilder<unknown>): RawBuilder<boolean> => sql`coalesce(
  (select (p.settings ->> ${field})::boolean from customer_portal p
    where p.facility_id = ${shopOf(company)} and (p.company_id is null or p.company_id = ${company}) and p.settings ? ${field}
    order by p.company_id nulls last limit 1),
  ${defaultPortal[field]})`;

/** SQL: does the portal keep this column from a company? A facility is no company, and nothing is kept from it. */
export const portalHides = (column: PortalColumn, company: RawBuilder<unknown>): RawBuilder<boolean> => sql`coalesce(
  (select p.settings -> 'hiddenColumns' ? ${column} from customer_portal p
    where p.facility_id = ${shopOf(company)} and (p.company_id is null or p.company_id = ${company})
      and ${company} is not null and p.settings ? 'hiddenColumns'
    order by p.company_id nulls last limit 1),
  false)`;
