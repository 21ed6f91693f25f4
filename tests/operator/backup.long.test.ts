import { expect, it } from 'vitest';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { at, backup, digestOf, done, here, restore, keepBackupFolder } from './backups.ts';
import { digest, otherMajor } from './data.ts';
import { run } from './readme.ts';

keepBackupFolder();

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
