import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog, pluginLog } from '../log.ts';
import { type TestServer, testServer } from '../testing.ts';
import { checkAudit } from './checkAudit.ts';
import { sealAudit } from './seal.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

const db = () => server.services.db;
const log = pluginLog(createLog('silent'));
const write = (action: string): Promise<void> =>
  server.services.write((unit) => unit.audit({ action, objectKind: 'CONFIG', objectId: 'THEME', after: { action } }));

const entry = async (action: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from audit_entry where action = ${action}`.execute(db());
  return rows[0]?.id ?? 0;
};

describe('the audit', () => {
  beforeEach(async () => {
    await server.asOwner(async (owner) => {
      for (const table of ['audit_entry', 'audit_seal', 'audit_unsealed'])
        await sql`delete from ${sql.table(table)}`.execute(owner);
    });
    // Many at a time wait for nobody; two nodes chain them at the same moment.
    await Promise.all(['a.one', 'a.two', 'a.three'].map(write));
    await Promise.all([sealAudit(db(), log), sealAudit(db(), log)]);
    await sealAudit(db(), log);
  });

  it('is a chain that holds, with what is not sealed yet', async () => {
    await write('a.four');
    const before = await checkAudit(db());
    expect(before).toMatchObject({ sealed: 3, waiting: 1, broken: null });
    await sealAudit(db(), log);
    const after = await checkAudit(db());
    expect(after).toMatchObject({ sealed: 4, waiting: 0, broken: null });
    expect(after.hash).not.toBe(before.hash);
  });

  it.each([
    `update audit_entry set action = 'a.other'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'alter table audit_entry disable trigger all',
    'delete from audit_seal',
    `update audit_seal set hash = ''`,
    'delete from audit_unsealed',
    'create table mine (id int)',
    'drop table audit_entry',
  ])('lets the product not %s', async (statement) => {
    await expect(sql.raw(statement).execute(db())).rejects.toMatchObject({ code: '42501' });
    expect(await checkAudit(db())).toMatchObject({ sealed: 3, broken: null });
  });

  it('names the first entry that was changed, removed or put in by whoever owns the tables', async () => {
    // They were written at the same moment: the chain has them in the order of their numbers.
    const { rows } = await sql<{ id: number }>`select id from audit_entry order by id`.execute(db());
    const [, two = 0, three = 0] = rows.map(({ id }) => id);
    await server.asOwner((owner) => sql`update audit_entry set user_agent = 'x' where id = ${two}`.execute(owner));
    expect((await checkAudit(db())).broken).toEqual({ entryId: two, kind: 'CHANGED' });
    await server.asOwner((owner) => sql`update audit_entry set user_agent = null where id = ${two}`.execute(owner));
    expect((await checkAudit(db())).broken).toBeNull();

    await server.asOwner((owner) =>
      sql`insert into audit_entry (action, object_kind, object_id)
      values ('a.forged', 'CONFIG', 'THEME')`.execute(owner),
    );
    expect((await checkAudit(db())).broken).toEqual({ entryId: await entry('a.forged'), kind: 'UNSEALED' });

    await server.asOwner((owner) => sql`delete from audit_entry where id = ${three}`.execute(owner));
    expect((await checkAudit(db())).broken).toEqual({ entryId: three, kind: 'MISSING' });
    await server.asOwner((owner) => sql`delete from audit_seal where entry_id <> ${three}`.execute(owner));
    expect((await checkAudit(db())).broken).toEqual({ entryId: three, kind: 'CUT' });
  });

  it('cannot be emptied by its owner by mistake either', async () => {
    await expect(
      server.asOwner(async (owner) => {
        await sql`set local session_replication_role = origin`.execute(owner);
        await sql`delete from audit_entry`.execute(owner);
      }),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
