import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
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

const coded = z.object({ code: z.string() });

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
      if (coded.safeParse(error).data?.code !== 'EEXIST') throw error;
    });
    const names = (await readdir(folder)).toSorted();
    let wrong = names.find((name) => name.endsWith('.wrong')) ?? null;
    for (const name of names.filter((each) => each.endsWith('.json')).slice(0, most)) {
      const path = join(folder, name);
      const found = await readingsIn(path);
      if (found === 'LATER') continue;
      if (found === 'WRONG') {
        await rename(path, `${path}.wrong`);
        wrong ??= `${name}.wrong`;
        continue;
      }
      await write(async ({ db }) => {
        await sql`delete from mc_drop where connector_id = ${connectorId} and taken and at < now() - interval '1 day'`.execute(
          db,
        );
        await connectivityDb({ db })
          .insertInto('mc_drop')
          .values({ connector_id: connectorId, event_id: found.id, readings: JSON.stringify(found.readings) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      await unlink(path);
    }
    return wrong;
  } catch (error) {
    if (coded.safeParse(error).data?.code === undefined) throw error;
    throw new NotHeard(say('folderUnusable', { folder: String(connectorId) }), error);
  }
}

async function readingsIn(path: string): Promise<{ id: string; readings: Reading[] } | 'WRONG' | 'LATER'> {
  // No link is followed, and nothing that is no file is waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (!file) return 'WRONG';
  try {
    const { size, mtimeMs, isFile } = await file.stat().then((stat) => ({ ...stat, isFile: stat.isFile() }));
    if (!isFile || size > largest) return 'WRONG';
    const content = await file.readFile('utf8');
    const parsed = readingFileSchema.safeParse(parsedOrNull(content));
    if (!parsed.success) return Date.now() - mtimeMs < writtenWithin ? 'LATER' : 'WRONG';
    const at = Math.round(mtimeMs);
    return {
      id: createHash('sha256').update(`${path}\n${at}\n${content}`).digest('hex'),
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
