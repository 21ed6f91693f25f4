import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/rounds.ts';
import { refusal } from '@sinter/sdk/contract';
import { exportAudit, searchAudit } from '@sinter/sdk/contract/host/audit';
import { csvText } from '@sinter/sdk/server';
import { createLog, pluginLog } from '../log.ts';
import { registered } from '../contract.ts';
import { type Actor, createWrite, nobody } from '../work/work.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { type HostDb, hostDb } from '../allTables.ts';
import { type Account, type TestServer, testServer } from '../testing.ts';
import { auditRow } from './csv.ts';
import { countEntries, entriesFor, readPage } from './entries.ts';

let server: TestServer;
let db: HostDb;
beforeAll(async () => {
  server = await testServer();
  db = hostDb(server.services.db);
});
afterAll(() => server.stop());
beforeEach(() => server.asOwner((owner) => owner.deleteFrom('audit_entry').execute()));

const idOf = (account: Account): number => server.world.users[`${account}@demo.example`] ?? 0;
const inRoot = (): Actor => ({
  ...nobody,
  userId: idOf('admin'),
  facilityId: server.world.rootFacilityId,
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
});
const inSecond = (): Actor => ({ ...nobody, userId: idOf('admin2'), facilityId: server.world.secondFacilityId });
const inBuyer = (): Actor => ({ ...nobody, userId: idOf('buyer'), companyId: server.world.buyerCompanyId });

interface Entry {
  objectKind?: string;
  objectId?: string;
  before?: unknown;
  after?: unknown;
}
async function write(actor: Actor, action: string, entry: Entry = {}): Promise<void> {
  const log = pluginLog(createLog('silent'));
  await createWrite(
    { db: server.services.db, log, registered: registered([]), notify: () => Promise.resolve() },
    actor,
  )((unit) => unit.audit({ action, objectKind: 'CONFIG', objectId: 'THEME', ...entry }));
}
const search = async (account: Account, query: Record<string, unknown> = {}) =>
  (await server.client(account)).call(searchAudit, { query });
const actionsSeenBy = async (account: Account, query: Record<string, unknown> = {}) =>
  (await search(account, query)).entries.map((entry) => entry.action);

async function asRoles(account: Account, roles: string[], work: () => Promise<void>): Promise<void> {
  const set = async (to: string[]) => {
    await sql`update membership set member_roles = ${to} where user_id = ${idOf(account)}`.execute(db);
    await server.services.write((unit) => unit.emit(sessionsChanged, { userId: idOf(account) }, {}));
  };
  const { member_roles } = await db
    .selectFrom('membership')
    .select('member_roles')
    .where('user_id', '=', idOf(account))
    .executeTakeFirstOrThrow();
  await set(roles);
  await work();
  await set(member_roles);
}

describe('writing', () => {
  it('keeps who, from where and with what, and no secret however deep', async () => {
    const after = {
      name: 'SMTP',
      password: 'p1',
      nested: [{ clientSecret: 's1', deeper: { accessToken: ['t1', 't2'], note: 'kept' } }],
      API_KEY: { value: 'k1' },
      passwordSet: true,
    };
    await write({ ...inRoot(), apiKeyId: 5 }, 'config.saved', { before: { password: 'p0' }, after });
    const row = await db.selectFrom('audit_entry').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ address: '192.0.2.7', api_key_id: 5, company_id: null });
    expect(row.user_agent).toContain('Firefox');
    expect(row.after).toEqual({
      name: 'SMTP',
      password: '[not stored]',
      nested: [{ clientSecret: '[not stored]', deeper: { accessToken: '[not stored]', note: 'kept' } }],
      API_KEY: '[not stored]',
      passwordSet: true,
    });
    expect(JSON.stringify(row)).not.toMatch(/"[pskt][012]"/);
  });

  it('knows the company of a buyer and the facility of a provider', async () => {
    await (await server.client('buyer')).call(searchAudit, { query: {} });
    await write(inBuyer(), 'team.invited');
    expect(await db.selectFrom('audit_entry').select(['company_id', 'facility_id']).execute()).toEqual([
      { company_id: server.world.buyerCompanyId, facility_id: null },
    ]);
  });
});

describe('searching', () => {
  it('tells in words who did what to whom, newest first', async () => {
    await write(inRoot(), 'team.member_updated', { objectKind: 'USER', objectId: String(idOf('operator')) });
    await write(inRoot(), 'facility.switched', {
      objectKind: 'FACILITY',
      objectId: String(server.world.secondFacilityId),
    });
    await write({ ...nobody, facilityId: server.world.rootFacilityId }, 'config.saved', { objectId: '99999999' });
    const { entries, totalCount, actions } = await search('admin');
    expect(entries).toMatchObject([
      { action: 'config.saved', user: null, objectName: null, device: null },
      { action: 'facility.switched', objectName: 'Demo Additive Lyon' },
      {
        action: 'team.member_updated',
        objectName: 'Olga Novak',
        user: { id: idOf('admin'), name: 'Ada Berger', email: 'admin@demo.example' },
        facilityName: 'Demo Additive GmbH',
        address: '192.0.2.7',
        device: 'Firefox on Windows',
        byKey: false,
      },
    ]);
    expect(totalCount).toBe(3);
    expect(actions).toEqual(['config.saved', 'facility.switched', 'team.member_updated']);
  });

  it('shows each facility and company its own, and a super admin of the root facility the enterprise', async () => {
    await write(inRoot(), 'session.started');
    await write(inSecond(), 'module.enabled');
    await write(inBuyer(), 'team.invited');
    expect(await actionsSeenBy('admin')).toEqual(['module.enabled', 'session.started']);
    expect(await actionsSeenBy('admin2')).toEqual(['module.enabled']);
    expect(await actionsSeenBy('buyer')).toEqual(['team.invited']);
    await asRoles('planner', ['SP_ADMIN'], async () =>
      expect(await actionsSeenBy('planner')).toEqual(['session.started']),
    );
  });

  it('refuses everybody who has to do with neither settings nor the team', async () => {
    for (const account of ['operator', 'engineer', 'third'] as const) {
      await expect(search(account)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(refusal(exportAudit.guard, null)).toEqual({ code: 'UNAUTHENTICATED' });
  });

  it('shows a team editor without the settings only what concerns people', async () => {
    for (const action of [
      'config.saved',
      'team.invited',
      'teams.other',
      'session.ended',
      'keys.reset',
      'policy.changed',
    ])
      await write(inBuyer(), action);
    const { entries, actions, totalCount } = await search('buyer');
    expect(entries.map((entry) => entry.action)).toEqual([
      'policy.changed',
      'keys.reset',
      'session.ended',
      'team.invited',
    ]);
    expect(actions).not.toContain('config.saved');
    expect(totalCount).toBe(4);
    expect(await actionsSeenBy('buyer', { action: 'config.' })).toEqual([]);
    expect(await exported('buyer')).not.toContain('config.saved');
  });

  it('filters by action, person, time and words, taking what is typed literally', async () => {
    await write(inRoot(), 'team.invited');
    await write(inSecond(), 'team.member_updated', { objectId: 'x%y' });
    await write(inRoot(), 'config.saved');
    await server.asOwner((owner) =>
      sql`update audit_entry set at = now() - interval '10 days' where action = 'config.saved'`.execute(owner),
    );
    expect(await actionsSeenBy('admin', { action: 'team.' })).toEqual(['team.member_updated', 'team.invited']);
    expect(await actionsSeenBy('admin', { action: 'team_' })).toEqual([]);
    expect(await actionsSeenBy('admin', { userId: idOf('admin2') })).toEqual(['team.member_updated']);
    expect(await actionsSeenBy('admin', { searchString: 'claire mor' })).toEqual(['team.member_updated']);
    expect(await actionsSeenBy('admin', { searchString: 'x%y' })).toEqual(['team.member_updated']);
    expect(await actionsSeenBy('admin', { searchString: '%' })).toEqual([]);
    expect(await actionsSeenBy('admin', { searchString: "'; drop table x" })).toEqual([]);
    const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString();
    expect(await actionsSeenBy('admin', { to: weekAgo })).toEqual(['config.saved']);
    expect(await actionsSeenBy('admin', { from: weekAgo, action: 'config.' })).toEqual([]);
  });

  it('turns pages', async () => {
    for (const action of ['a.one', 'a.two', 'a.three']) await write(inRoot(), action);
    expect(await actionsSeenBy('admin', { size: 2 })).toEqual(['a.three', 'a.two']);
    expect(await actionsSeenBy('admin', { size: 2, page: 1 })).toEqual(['a.one']);
    expect((await search('admin', { size: 2, page: 5 })).totalCount).toBe(3);
  });
});

async function exported(account: Account, query = ''): Promise<string> {
  const response = await (await server.client(account)).fetch(`${exportAudit.path}${query}`);
  return response.text();
}

describe('exporting', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['  =1', "  '=1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('writes %j so that it stays a text', (given, expected) => {
    expect(csvText([[given]])).toBe(`${expected}\r\n`);
  });

  it('writes the same entries as the search, as a download', async () => {
    await write(inRoot(), 'config.saved', { objectId: '=cmd()', after: { name: 'a "b", c' } });
    await write(inSecond(), 'team.invited');
    const client = await server.client('admin');
    const response = await client.fetch(`${exportAudit.path}?action=config.`);
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, line, ...rest] = (await response.text()).split('\r\n');
    expect(header).toContain('Time,Name,E-mail');
    expect(line).toContain(`,config.saved,CONFIG,'=cmd(),`);
    expect(line).toContain('"{""name"":""a \\""b\\"", c""}"');
    expect(rest).toEqual(['']);
  });
});

describe('with 100,000 entries', () => {
  beforeAll(async () => {
    await server.asOwner((owner) => owner.deleteFrom('audit_entry').execute());
  });

  it('reads the first page by an index, and exports everything', { timeout: 120_000 }, async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const rows = rounds(20_000, 100_000);
    await sql`insert into audit_entry (user_id, facility_id, action, object_kind, object_id, after)
      select ${idOf('admin')}, case when n % 10 = 0 then ${secondFacilityId}::bigint else ${rootFacilityId}::bigint end,
        (array['team.invited', 'config.saved', 'session.started'])[1 + n % 3], 'USER', (1 + n % 8)::text, '{"a":1}'
      from generate_series(1, ${rows}) n`.execute(db);
    await server.asOwner((owner) => sql`analyze audit_entry`.execute(owner));
    for (const account of ['admin', 'admin2'] as const) {
      const token = (await server.client(account)).cookies.get('sinter_session') ?? '';
      const principal = (await server.node.sessions.find(token))?.principal;
      if (!principal) throw new Error('not signed in');
      const entries = entriesFor(db, [], principal, {});
      const page = entries.selectAll('audit_entry').orderBy('audit_entry.id', 'desc').limit(15);
      const plan = JSON.stringify(await page.explain('json', sql`analyze`));
      expect(plan).toMatch(/Index Scan/);
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"audit_entry"/);
      expect(await readPage(db, [], entries, { limit: 15 })).toHaveLength(15);
      expect(await countEntries(db, entries)).toBe(account === 'admin' ? 10_000 : rows / 10);
    }
    const whole = await search('admin');
    expect(whole.totalCount).toBe(10_000);
    const text = await exported('admin');
    expect(text.split('\r\n')).toHaveLength(rows + 2);
    expect((await search('admin', { searchString: 'nothing like it' })).totalCount).toBe(0);
  });
});

it('writes a line for an entry without a person', () => {
  const entry = { id: 1, at: '2026-01-01T00:00:00.000Z', user: null, byKey: true, facilityName: null, action: 'a.b' };
  const rest = { objectKind: 'X', objectId: '1', objectName: null, address: null, device: null };
  expect(csvText([auditRow({ ...entry, ...rest, before: null, after: undefined })])).toBe(
    '2026-01-01T00:00:00.000Z,,,yes,,a.b,X,1,,,,,\r\n',
  );
});

it('an export-control officer of a buyer reads who opened and was refused controlled files, other team editors do not', async () => {
  const controlled = ['export_control.verified', 'file.controlled_read', 'file.controlled_refused'];
  for (const action of [...controlled, 'file.uploaded']) await write(inBuyer(), action);
  expect((await actionsSeenBy('buyeradmin')).toSorted()).toEqual(controlled);
  expect(await actionsSeenBy('buyer')).toEqual([]);
});
