import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readingFileSchema, type Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { NotHeard } from '../drivers/driver.ts';
import { connectivityDb } from '../tables.ts';
import { say } from '../texts.ts';

/** Folder of the operator's in which each file drop has one of its own, called as its number; `undefined`: files come by the call alone. */
export const machineFiles = (): string | undefined => process.env['MACHINE_FILES'] || undefined;

/** At most so many at a time, and so large. */
const most = 50;
const largest = 4 * 1024 * 1024;
/** One that does not make sense may still be being written. */
const writtenWithin = 10_000;

/** Of the file system: the database's errors have codes too. */
const ofFiles = z.object({ code: z.string(), syscall: z.string(), path: z.string() });
const codeOf = (error: unknown): string | undefined => ofFiles.safeParse(error).data?.code;

/**
 * Brings the files that lie in the folder of a connector, as the call would, and removes them: a file counts once, also where the server dies
 * between the two. Answers the name of one that holds no readings; it stays there under another name until somebody takes it away.
 */
export async function bringFiles(
  { write }: Pick<Services, 'write'>,
  connectorId: number,
  root: string,
): Promise<string | null> {
  const folder = join(root, String(connectorId));
  try {
    await mkdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    const names = (await readdir(folder)).toSorted();
    let wrong = names.find((name) => name.endsWith('.wrong')) ?? null;
    const files = names.filter((each) => each.endsWith('.json')).slice(0, most);
    if (files.length > 0) await write(({ db }) => forgetTaken(db, connectorId));
    for (const name of files) {
      const path = join(folder, name);
      const found = await readingsIn(path);
      if (found === 'LATER') continue;
      if (found === 'WRONG') {
        await rename(path, `${path}.wrong`);
        wrong ??= `${name}.wrong`;
        continue;
      }
      await write(({ db }) =>
        connectivityDb({ db })
          .insertInto('mc_drop')
          .values({ connector_id: connectorId, event_id: found.id, readings: JSON.stringify(found.readings) })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      // Another that was put in its place meanwhile is not read yet.
      if ((await versionOf(path)) === found.version) await unlink(path);
    }
    return wrong;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new NotHeard(say('folderUnusable', { folder: String(connectorId) }), error);
  }
}

interface Found {
  id: string;
  /** Which file it was that lay there. */
  version: string;
  readings: Reading[];
}

const forgetTaken = (db: Parameters<typeof connectivityDb>[0]['db'], connectorId: number) =>
  sql`delete from mc_drop where connector_id = ${connectorId} and taken and at < now() - interval '1 day'`.execute(db);

/** `null`: it has been taken away. */
const versionOf = async (path: string): Promise<string | null> => {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
};

async function readingsIn(path: string): Promise<Found | 'WRONG' | 'LATER'> {
  // No link is followed, and nothing that is no file is waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(codeOf);
  if (file === undefined || typeof file === 'string') return file === 'ENOENT' ? 'LATER' : 'WRONG';
  try {
    const found = await file.stat();
    const { size, mtimeMs, ino } = found;
    if (!found.isFile() || size > largest) return 'WRONG';
    const content = await file.readFile('utf8');
    const parsed = readingFileSchema.safeParse(parsedOrNull(content));
    if (!parsed.success) return Date.now() - mtimeMs < writtenWithin ? 'LATER' : 'WRONG';
    const at = Math.round(mtimeMs);
    return {
      id: createHash('sha256').update(`${path}\n${at}\n${content}`).digest('hex'),
      version: `${ino} ${mtimeMs} ${size}`,
      readings: parsed.data.readings.map((reading) => ({ ...reading, at: reading.at ?? at })),
    };
  } finally {
    await file.close();
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
