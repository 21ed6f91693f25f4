import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { digest } from './data.ts';
import { lineOf } from './readme.ts';

let home: string;

/** A folder for the backups and data folders of a test file. */
export function keepBackupFolder(): void {
  beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'sinter-backup-'))));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
}

export const at = (name: string): string => join(home, name);
export const key = { BACKUP_KEY: 'correct horse battery' };
export const here = (name: string) => ({ ...key, DATA_DIR: at(name) });
export const backup = (file: string): string => lineOf('npm run backup').replace('sinter.backup', at(file));
export const restore = (file: string): string => lineOf('npm run restore').replace('sinter.backup', at(file));
export const done = { code: 0 };

/** Of the embedded database of a data folder. */
export async function digestOf(name: string): Promise<string[]> {
  const server = await startEmbedded({ dataDir: join(at(name), 'db') });
  try {
    return await digest(server.connection);
  } finally {
    await server.stop();
  }
}
