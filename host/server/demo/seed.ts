import type { Services, ServerPlugin } from '@sinter/sdk/server';
import { type RoomDb, roomDb, roomTransaction } from './tables.ts';
import { readWorld, seedAccounts } from './accounts.ts';
import { seedConfiguration } from './configuration.ts';

export async function holdsDemoAccounts(db: RoomDb): Promise<boolean> {
  const seed = await db.selectFrom('demo_seed').select('owner').where('removed_at', 'is', null).executeTakeFirst();
  return seed !== undefined;
}

/** Nobody is there, and nobody has decided against the demo company. */
export async function wantsDemo(db: RoomDb): Promise<boolean> {
  const [user, seed] = await Promise.all([
    db.selectFrom('app_user').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('demo_seed').select('owner').limit(1).executeTakeFirst(),
  ]);
  return user === undefined && seed === undefined;
}

/**
 * Loads the demo company into an empty database: accounts first, then each server half's part in a transaction of its
 * own. A part that is not there yet, because its module is new or the last start was killed, is added.
 */
export async function seedDemo(services: Services, plugins: readonly ServerPlugin[]): Promise<void> {
  const db = roomDb(services.db);
  const now = new Date();
  if (await wantsDemo(db)) {
    await services.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      await transaction.insertInto('demo_seed').values({ owner: 'host' }).execute();
      await seedConfiguration(unit, await seedAccounts(transaction, now));
    });
  }
  const world = await readWorld(db, now);
  if (!world) return;
  const seeded = new Set((await db.selectFrom('demo_seed').select('owner').execute()).map(({ owner }) => owner));
  for (const plugin of plugins) {
    if (!plugin.demo || seeded.has(plugin.id)) continue;
    await services.write(async (unit) => {
      await roomTransaction(unit.db).insertInto('demo_seed').values({ owner: plugin.id }).execute();
      await plugin.demo?.(unit, world, services);
    });
  }
}
