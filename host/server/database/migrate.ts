import { Kysely, sql } from 'kysely';
import * as z from 'zod';

/** One step of a schema, forward only. It runs once, in the same transaction as all that are pending with it. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /** Full names of steps of an earlier version that made the same: where all of them ran, this one counts as done. */
  replaces?: readonly string[];
}

/** The migrations of one owner of tables, by name; names sort in the order to run in ('001_orders'). */
export interface MigrationSet {
  owner: string;
  migrations: Record<string, Migration>;
}

/** Steps of an earlier version that made the same tables: where all of them ran, `steps` count as done. */
export interface ReplacedSteps {
  former: readonly string[];
  steps: readonly string[];
}

/**
 * Runs what is pending: sets in the order given (a set may refer to tables of those before it), names within a set in
 * alphabetical order; all in one transaction under one advisory lock, so that several processes may call it at once.
 * Returns the names that ran. Throws, with nothing changed, if one fails or if the database is newer than the sets. Steps of
 * an owner that is gone are no reason: its tables rest.
 * (Kysely's own Migrator knows no order but that of the names, so an owner could not come before another.)
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  sets: MigrationSet[],
  replaced: ReplacedSteps = { former: [], steps: [] },
): Promise<string[]> {
  const steps = new Map<string, Migration>();
  for (const { owner, migrations } of sets) {
    const ordered = Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, migration] of ordered) steps.set(`${owner}/${name}`, migration);
  }
  const done = await executed(db);
  const former = [replaced, ...replacedBy(steps)];
  if (!former.some((one) => isFormer(done, one)) && pending(steps, done).length === 0) return [];

  return await within(db, async (tx) => {
    const untyped = withoutTables(tx);
    // A table of years takes its time.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('migration'))`.execute(tx);
    await sql`create table if not exists migration (
      name text primary key,
      ran_at timestamptz not null default now()
    )`.execute(tx);
    for (const one of former) {
      if (isFormer(await executed(tx), one)) await takeOver(tx, one);
    }
    const names = pending(steps, await executed(tx));
    for (const name of names) {
      try {
        await steps.get(name)?.up(untyped);
      } catch (error) {
        throw new Error(`The migration ${name} of the database failed.`, { cause: error });
      }
    }
    await sql`insert into migration (name) select unnest(${names}::text[])`.execute(tx);
    return names;
  });
}

/** The owners whose tables rest: modules that were here once, and are not among these. */
export async function restingOwners<DB>(db: Kysely<DB>, sets: readonly MigrationSet[]): Promise<string[]> {
  const owners = new Set(sets.map(({ owner }) => owner));
  const all = [...(await executed(db))].map(ownerOf).filter((owner) => isGone(owner, owners));
  return [...new Set(all)].sort();
}

/** In the caller's transaction, where it has one. */
const within = <DB, T>(db: Kysely<DB>, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** The same handle without the table types, which hold only after all migrations. */
function withoutTables(db: unknown): Kysely<unknown> {
  if (db instanceof Kysely) return db;
  throw new TypeError('migrations need a Kysely handle');
}

/** Several steps may replace the same ones together. */
function replacedBy(steps: ReadonlyMap<string, Migration>): ReplacedSteps[] {
  const found = new Map<string, { former: readonly string[]; steps: string[] }>();
  for (const [name, { replaces }] of steps) {
    if (!replaces) continue;
    const key = replaces.join(' ');
    found.set(key, { former: replaces, steps: [...(found.get(key)?.steps ?? []), name] });
  }
  return [...found.values()];
}

const isFormer = (done: ReadonlySet<string>, { former }: ReplacedSteps): boolean =>
  former.length > 0 && former.every((name) => done.has(name));

async function takeOver<DB>(tx: Kysely<DB>, { former, steps }: ReplacedSteps): Promise<void> {
  await sql`delete from migration where name = any(${[...former]}::text[])`.execute(tx);
  await sql`insert into migration (name) select unnest(${[...steps]}::text[])`.execute(tx);
}

const rowsSchema = z.array(z.object({ name: z.string() }));

async function executed<DB>(db: Kysely<DB>): Promise<Set<string>> {
  const { rows: tables } = await sql`select 1 where to_regclass('migration') is not null`.execute(db);
  if (tables.length === 0) return new Set();
  const { rows } = await sql`select name from migration`.execute(db);
  return new Set(rowsSchema.parse(rows).map(({ name }) => name));
}

const ownerOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

/** Owners that are not there any more, of steps that ran: their tables rest as they are. The host itself is always there. */
const isGone = (owner: string, owners: ReadonlySet<string>): boolean =>
  !owners.has(owner) && owner !== 'host' && !owner.startsWith('host/') && owner !== 'queue';

function pending(steps: Map<string, Migration>, done: Set<string>): string[] {
  const owners = new Set([...steps.keys()].map(ownerOf));
  const unknown = [...done].filter((name) => !steps.has(name) && !isGone(ownerOf(name), owners));
  if (unknown.length > 0) throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}.`);
  return [...steps.keys()].filter((name) => !done.has(name));
}
