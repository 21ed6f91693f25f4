import { sql } from 'kysely';
import * as z from 'zod';
import { emptyDatabase } from '../database/empty.ts';
import { demoAccounts, demoEmail, readWorld } from './accounts.ts';
import type { RoomDb } from './tables.ts';

export interface RemovedDemo {
  /** Nobody but the demo accounts was there: the database is as new, and stored files have no owner any more. */
  everything: boolean;
  accounts: number;
  /** Accounts that the history of what is kept names: they have no password, address or membership any more. */
  nameOnly: number;
  kept: { people: number; facilities: string[] };
  closed: string[];
}

const demoEmails = demoAccounts.map(demoEmail);
const names = z.array(z.object({ name: z.string() }));
const references = z.array(z.object({ table: z.string(), column: z.string() }));

/**
 * Takes the demo accounts and their data away, in the caller's transaction. Where other people have come, what they may
 * have made hangs together with the demo company's: then only the accounts go, and facilities where nobody else is close.
 * `prepare` makes the tables of an empty database.
 */
export async function removeDemo(db: RoomDb, prepare: () => Promise<unknown>): Promise<RemovedDemo> {
  const users = await db.selectFrom('app_user').select(['id', 'email']).execute();
  const demo = users.filter(({ email }) => demoEmails.includes(email));
  const world = await readWorld(db, new Date());
  const people = users.length - demo.length;
  let removed: RemovedDemo;
  if (people === 0) {
    await emptyDatabase(db);
    await prepare();
    await db.insertInto('demo_seed').values({ owner: 'host', removed_at: new Date() }).execute();
    removed = { everything: true, accounts: demo.length, nameOnly: 0, kept: { people, facilities: [] }, closed: [] };
  } else {
    const owned = await ownedByUsers(db);
    let nameOnly = 0;
    for (const { id } of demo) if (!(await removeAccount(db, id, owned))) nameOnly += 1;
    const facilities = world ? [world.rootFacilityId, world.secondFacilityId] : [];
    // People who stay decide anew, and until then administrators need a second factor.
    const rootId = world?.rootFacilityId ?? 0;
    await db.deleteFrom('security_policy').where('facility_id', '=', rootId).where('updated_by', 'is', null).execute();
    const closed = await closeEmpty(db, facilities);
    const kept = await sql`select company_name as name from facility where active order by id`.execute(db);
    await db.updateTable('demo_seed').set({ removed_at: new Date() }).execute();
    const keptNames = names.parse(kept.rows).map(({ name }) => name);
    removed = { everything: false, accounts: demo.length, nameOnly, kept: { people, facilities: keptNames }, closed };
  }
  return removed;
}

/** What would go with an account: sessions, keys, factors, memberships. */
async function ownedByUsers(tx: RoomDb): Promise<z.infer<typeof references>> {
  const { rows } = await sql`select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'app_user'::regclass and c.confdeltype = 'c'`.execute(tx);
  return references.parse(rows);
}

/** False where rows that stay name the account. */
async function removeAccount(tx: RoomDb, id: number, owned: z.infer<typeof references>): Promise<boolean> {
  await sql`savepoint account`.execute(tx);
  try {
    await sql`delete from app_user where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (!isReferenced(error)) throw error;
    await sql`rollback to savepoint account`.execute(tx);
  }
  for (const { table, column } of owned) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx);
  }
  await sql`update app_user set email = ${`removed-${id}@invalid`}, pending_email = null, password_hash = null,
    phone = '', disabled = true where id = ${id}`.execute(tx);
  return false;
}

const isReferenced = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

async function closeEmpty(tx: RoomDb, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql`update facility set active = false where id = any(${[...ids]}::bigint[]) and not exists (
      select from membership m where m.facility_id in (
        select f.id from facility f where f.id = facility.id or f.root_facility_id = facility.id))
    returning company_name as name`.execute(tx);
  return names.parse(rows).map(({ name }) => name);
}
