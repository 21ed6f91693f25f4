import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkBackup } from '#host/server/backup/import.ts';
import { at, backup, digestOf, done, here, key, restore, keepBackupFolder } from './backups.ts';
import { run } from './readme.ts';

keepBackupFolder();

const filesOf = (name: string): string[] =>
  ['files', 'files-controlled']
    .flatMap((folder) =>
      readdirSync(join(at(name), folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /[0-9a-f]{64}$/.test(path))
        .map((path) => `${folder}/${path}`),
    )
    .sort();

it('a backup gives back every row, rule and file, in another place', { timeout: 300_000 }, async () => {
  expect(await run('npm run demo', here('one'))).toMatchObject(done);
  expect(await run(backup('first.backup'), here('one'))).toMatchObject({
    ...done,
    output: expect.stringMatching(/encrypted, read back and whole/),
  });
  expect(await run(restore('first.backup'), here('two'))).toMatchObject(done);
  const before = await digestOf('one');
  expect(before.length).toBeGreaterThan(300);
  expect(await digestOf('two')).toEqual(before);
  expect(filesOf('two')).toEqual(filesOf('one'));
  expect(readFileSync(join(at('two'), 'secret.key'))).toEqual(readFileSync(join(at('one'), 'secret.key')));

  const again = await run(restore('first.backup'), here('two'));
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('`--replace` puts the backup in place') });
  expect(await run(`${restore('first.backup')} --replace`, here('two'))).toMatchObject(done);
  expect(await digestOf('two')).toEqual(before);
});

it('a damaged, cut, foreign or locked file is refused before anything is touched', { timeout: 300_000 }, async () => {
  const whole = readFileSync(at('first.backup'));
  const changed = Buffer.from(whole);
  const middle = Math.floor(changed.length / 2);
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  writeFileSync(at('changed.backup'), changed);
  writeFileSync(at('cut.backup'), whole);
  truncateSync(at('cut.backup'), whole.length - 300);
  writeFileSync(at('foreign.backup'), 'PGDMP not ours\n');
  const { BACKUP_KEY } = key;
  await expect(checkBackup(at('changed.backup'), BACKUP_KEY)).rejects.toThrow('damaged or incomplete');
  await expect(checkBackup(at('cut.backup'), BACKUP_KEY)).rejects.toThrow('damaged or incomplete');
  await expect(checkBackup(at('foreign.backup'), BACKUP_KEY)).rejects.toThrow('no backup of this product');
  await expect(checkBackup(at('first.backup'), 'wrong')).rejects.toThrow('another key');
  await expect(checkBackup(at('first.backup'), undefined)).rejects.toThrow('give its key in BACKUP_KEY');
  expect(await run(restore('changed.backup'), here('three'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('damaged or incomplete'),
  });
  expect(existsSync(join(at('three'), 'db'))).toBe(false);
});
