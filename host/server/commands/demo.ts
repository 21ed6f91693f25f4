import { parseArgs } from 'node:util';
import plugins from 'virtual:plugin-servers';
import type { Tables } from '@sinter/sdk/server';
import { hostDb } from '../allTables.ts';
import { migrate } from '../database/migrate.ts';
import { inOneTransaction } from '../database/oneTransaction.ts';
import { demoEmail, demoAccounts, demoPassword } from '../demo/accounts.ts';
import { type RemovedDemo, removeDemo } from '../demo/remove.ts';
import { holdsDemoAccounts } from '../demo/seed.ts';
import { formerSteps, migrationsOf } from '../migrations.ts';
import { OperatorError } from '../operatorError.ts';
import { openNode } from '../run.ts';
import { openings } from '../atHome.ts';
import { type Opened, requireNoServer, withData } from './open.ts';

/** `npm run demo`: loads the demo company into an empty database. `-- --remove`: takes it away. */
export async function demo(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { remove: { type: 'boolean', default: false } } });
  await withData(values.remove ? remove : load);
}

async function load({ settings, database, store, storageWritable, log }: Opened): Promise<void> {
  await migrate(database.db, migrationsOf(plugins), formerSteps);
  const db = hostDb(database.db);
  if ((await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined) {
    throw new OperatorError('There are accounts already: the demo company comes into an empty database only.');
  }
  await db.deleteFrom('demo_seed').execute();
  const node = await openNode(settings, { database, files: store, storageWritable, log, demo: true });
  await node.stop();
  console.log(`The demo company is there: ${demoAccounts.length} accounts, password ${demoPassword}`);
  if (openings(settings).length > 0) {
    console.log('The server starts with it here only as `npm start -- --allow-demo-accounts-on-network`.');
  }
}

async function remove({ database, store }: Opened): Promise<void> {
  const removed = await inOneTransaction<Tables, RemovedDemo | null>(database.pool, async (tx) => {
    const prepare = () => migrate(tx, migrationsOf(plugins), formerSteps);
    await requireNoServer(tx);
    await prepare();
    const db = hostDb(tx);
    const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
    if (user !== undefined && !(await holdsDemoAccounts(db))) return null;
    return removeDemo(db, prepare);
  });
  if (!removed) return console.log('There are no demo accounts.');
  if (removed.everything) {
    for (const controlled of [false, true]) {
      for await (const hashes of store.contents({ controlled })) {
        for (const sha256 of hashes) await store.remove(sha256, { controlled });
      }
    }
  }
  console.log(told(removed).join('\n'));
}

function told({ everything, accounts, nameOnly, kept, closed }: RemovedDemo): string[] {
  const gone = `${accounts} demo accounts (${demoEmail({ name: '…' })}) are removed`;
  if (everything)
    return [`${gone}, with everything in the database: nobody else was there. \`npm start\` leads to the set-up.`];
  return [
    `${gone}. ${kept.people} other accounts, and all orders, files and records stay as they are.`,
    ...(nameOnly > 0 ? [`Kept as a name in the history, without a password or an address: ${nameOnly} of them.`] : []),
    ...(kept.facilities.length > 0 ? [`Kept open: ${kept.facilities.join(', ')}`] : []),
    ...(closed.length > 0 ? [`Closed, since nobody is there any more: ${closed.join(', ')}`] : []),
  ];
}
