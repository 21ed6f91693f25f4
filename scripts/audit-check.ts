import { connectDatabase } from '#host/server/database/connect.ts';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { readSettings } from '#host/server/settings.ts';
import { checkAudit } from '#host/server/work/checkAudit.ts';
import { TaskError } from './taskError.ts';

const reasons = {
  CHANGED: 'its content is not what was sealed',
  MISSING: 'it was removed',
  CUT: 'the chain is cut before it',
  UNSEALED: 'it was put in past the chain',
};

/** `npm run audit:check`: follows the chain of the audit in the database that the environment names. */
export default async function run(args: string[]): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(args, process.env, false);
  const server = databaseUrl === undefined ? await startEmbedded({ dataDir: `${dataDir}/db` }) : undefined;
  const connection = server?.connection ?? { connectionString: databaseUrl };
  const database = connectDatabase(connection, connection, console);
  try {
    const { sealed, waiting, hash, broken } = await checkAudit(database.db);
    if (broken) throw new TaskError(`Entry ${broken.entryId} of the audit is broken: ${reasons[broken.kind]}.`);
    console.log(`The audit is whole: ${sealed} entries, ${waiting} more not sealed yet. Last hash: ${hash || 'none'}`);
  } finally {
    await database.close();
    await server?.stop();
  }
}
