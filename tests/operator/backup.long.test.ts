import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { digest, otherMajor } from './data.ts';
import { lineOf, run } from './readme.ts';

let home: string;
const at = (name: string) => join(home, name);
const here = (name: string) => ({ DATA_DIR: at(name), BACKUP_KEY: 'correct horse battery' });
const backup = (file: string) => lineOf('npm run backup').replace('sinter.backup', at(file));
const restore = (file: string) => lineOf('npm run restore').replace('sinter.backup', at(file));
const done = { code: 0 };

beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'sinter-backup-'))));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Of the embedded database of a data folder. */
async function digestOf(name: string): Promise<string[]> {
  const server = await startEmbedded({ dataDir: join(at(name), 'db') });
  try {
    return await digest(server.connection);
  } finally {
    await server.stop();
  }
}

it.skipIf(otherMajor === undefined)(
  `the same file moves to a PostgreSQL of another major version (${otherMajor ?? 'none is installed'}) and back`,
  { timeout: 300_000 },
  async () => {
    expect(await run('npm run demo', here('one'))).toMatchObject(done);
    expect(await run(backup('first.backup'), here('one'))).toMatchObject(done);
    const server = await startEmbedded({ dataDir: at('other'), major: otherMajor });
    const { host, user, database } = server.connection;
    const external = {
      ...here('four'),
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host ?? '')}/${database}`,
    };
    try {
      expect(await run(restore('first.backup'), external)).toMatchObject(done);
      expect(await digest(server.connection)).toEqual(await digestOf('one'));
      expect(await run(backup('second.backup'), external)).toMatchObject(done);
    } finally {
      await server.stop();
    }
    expect(await run(restore('second.backup'), here('five'))).toMatchObject(done);
    expect(await digestOf('five')).toEqual(await digestOf('one'));
  },
);
