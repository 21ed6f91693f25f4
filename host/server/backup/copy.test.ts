import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../database/testing.ts';
import { copyIn, copyOut } from './copy.ts';
import { writeEntries } from './entries.ts';

let database: TestDatabase<unknown>;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.close());
const large = `copy (select repeat(n::text, 200) from generate_series(1, 50000) n) to stdout`;

it('what is read comes back as it was written, and a refusal leaves the connection usable', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('create temp table copied (text text not null)');
    const { data, ended } = copyOut(client, large);
    const chunks: Buffer[] = [];
    for await (const chunk of data) chunks.push(chunk);
    expect(await ended).toBe(50_000);
    const given = async function* () {
      yield* chunks;
    };
    expect(await copyIn(client, 'copy copied from stdin', given())).toBe(50_000);
    const same = `select count(*)::int as n from copied join generate_series(1, 50000) n on text = repeat(n::text, 200)`;
    expect((await client.query(same)).rows).toEqual([{ n: 50_000 }]);

    const refused = async function* () {
      yield Buffer.from('fine\n\\N\n');
    };
    await expect(copyIn(client, 'copy copied from stdin', refused())).rejects.toMatchObject({ code: '23502' });
    await expect(copyIn(client, 'copy nothing from stdin', refused())).rejects.toMatchObject({ code: '42P01' });
    expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  } finally {
    client.release();
  }
});

it('a reader that gives up does not keep the connection', async () => {
  const client = await database.pool.connect();
  try {
    async function* parts() {
      const { data } = copyOut(client, large);
      const table = { schema: 'public', name: 't', columns: [], make: [], refer: [] };
      yield { head: { kind: 'table' as const, ...table }, data };
    }
    for await (const bytes of writeEntries(parts(), undefined)) {
      if (bytes.length > 1000) break;
    }
    expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  } finally {
    client.release();
  }
});
