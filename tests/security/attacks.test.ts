import plugins from 'virtual:plugin-servers';
import { errorBodySchema } from '@sinter/sdk/contract';
import { sessionTokenSchema, sessionUserSchema } from '@sinter/sdk/contract/host/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#host/server/demo/accounts.ts';
import { hostDb } from '#host/server/allTables.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

/** What an attacker would try, over HTTP as an attacker would, with the answer that is seen. */

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
}, 60_000);
afterAll(() => server.stop());

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const put = (body: unknown): RequestInit => ({ ...json(body), method: 'PUT' });

/** `403 CSRF`, `200`. */
async function seen(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  if (response.ok) return String(response.status);
  const body = errorBodySchema.safeParse(await response.json());
  return `${response.status} ${body.success ? body.data.code : '?'}`;
}

const signIn = (visitor: TestClient, email: string, password = demoPassword) =>
  visitor.fetch('/api/v1/users/customLogin', json({ email, password }));

const whoAmI = (url: string, token: string) =>
  fetch(`${url}/api/v1/users/getUser`, { headers: { cookie: `sinter_session=${token}` } });

describe('session fixation', () => {
  it('never turns a planted cookie into a session', async () => {
    const visitor = await server.client();
    const planted = 'P'.repeat(43);
    visitor.cookies.set('sinter_session', planted);
    await visitor.fetch('/api/v1/users/getUser');
    expect((await signIn(visitor, 'planner@demo.example')).status).toBe(200);
    expect(visitor.cookies.get('sinter_session')).not.toBe(planted);
    expect(await seen(whoAmI(server.url, planted))).toBe('401 UNAUTHENTICATED');
  });

  it('gives somebody who signs in again another secret, and the old one is worth nothing', async () => {
    const visitor = await server.client();
    await signIn(visitor, 'planner@demo.example');
    const first = visitor.cookies.get('sinter_session') ?? '';
    expect((await signIn(visitor, 'operator@demo.example')).status).toBe(200);
    expect(await seen(whoAmI(server.url, first))).toBe('401 UNAUTHENTICATED');
  });
});

describe('requests from another site', () => {
  const change = '/api/v1/users/logout';

  it('are refused by where the browser says they come from', async () => {
    const victim = await server.client('planner');
    const sources: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ];
    for (const headers of sources) {
      expect(await seen(victim.fetch(change, { headers })), JSON.stringify(headers)).toBe('403 CSRF');
    }
    expect((await victim.fetch('/api/v1/users/getUser')).status).toBe(200);
  });

  it('are refused without the token, with a made-up one, and with that of another session', async () => {
    const [victim, other] = await Promise.all([server.client('planner'), server.client('operator')]);
    for (const token of ['', 'A'.repeat(43), other.cookies.get('XSRF-TOKEN') ?? '']) {
      expect(await seen(victim.fetch(change, { headers: { 'x-xsrf-token': token } }))).toBe('403 CSRF');
    }
    // A neighbouring host may plant a cookie of the same name, but not the token that belongs to the session.
    victim.cookies.set('XSRF-TOKEN', 'B'.repeat(43));
    expect(await seen(victim.fetch(change, { headers: { 'x-xsrf-token': 'B'.repeat(43) } }))).toBe('403 CSRF');
  });
});

describe('a secret that was replaced', () => {
  it('is refused after a switch of the role', async () => {
    const dual = await server.client('dual');
    const before = dual.cookies.get('sinter_session') ?? '';
    expect(await seen(dual.fetch('/api/v1/users/switch-role/ROLE_ENGINEER', { method: 'POST' }))).toBe('200');
    expect(dual.cookies.get('sinter_session')).not.toBe(before);
    expect(await seen(whoAmI(server.url, before))).toBe('401 UNAUTHENTICATED');
    expect(await seen(dual.fetch('/api/v1/users/getUser'))).toBe('200');
  });

  it('is refused after a switch of the facility', async () => {
    const admin = await server.client('admin');
    const before = admin.cookies.get('sinter_session') ?? '';
    const path = `/api/v1/users/switch-facility/${server.world.secondFacilityId}`;
    expect(await seen(admin.fetch(path, { method: 'POST' }))).toBe('200');
    expect(await seen(whoAmI(server.url, before))).toBe('401 UNAUTHENTICATED');
  });

  it('does not outlive the sign-out, nor do the tokens made from it', async () => {
    const planner = await server.client('planner');
    const answer = await planner.fetch('/api/v1/oauth2/token');
    const token = sessionTokenSchema.parse(await answer.json()).access_token;
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    expect(await seen(fetch(`${server.url}/api/v1/users/getUser`, bearer))).toBe('200');
    await planner.fetch('/api/v1/users/logout');
    expect(await seen(fetch(`${server.url}/api/v1/users/getUser`, bearer))).toBe('401 UNAUTHENTICATED');
  });
});

describe('ids of another facility', () => {
  it('are answered as if they did not exist', async () => {
    const stranger = await server.client('admin2');
    const db = hostDb(server.services.db);
    const { id: membership } = await db
      .selectFrom('membership')
      .select('id')
      .where('facility_id', '=', server.world.rootFacilityId)
      .executeTakeFirstOrThrow();
    const { id: order } = await server.services.db
      .selectFrom('rfq_order')
      .innerJoin('rfq_match', 'rfq_match.order_id', 'rfq_order.id')
      .select('rfq_order.id')
      .where('rfq_match.facility_id', '=', server.world.rootFacilityId)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('rfq_match as own')
              .select('own.id')
              .whereRef('own.order_id', '=', 'rfq_order.id')
              .where('own.facility_id', '=', server.world.secondFacilityId),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    const rights = { memberRoles: ['SP_NON_ADMIN'], granted: [], revoked: [], authorities: [], departmentIds: [] };
    const root = server.world.rootFacilityId;
    const tries: [string, RequestInit?][] = [
      [`/api/v1/team/${membership}`, put(rights)],
      [`/api/v1/team/${membership}/enabled`, put({ enabled: false })],
      [`/api/v1/team/${membership}/second-factors`, { method: 'DELETE' }],
      [`/api/v3/orders/${order}`],
      [`/api/v1/users/switch-facility/${root}`, { method: 'POST' }],
      [`/api/v1/link3d-config/QMS_CONFIG/SERVICE_PROVIDER/${root}`],
      ['/api/v1/users/sessions/00000000', { method: 'DELETE' }],
    ];
    for (const [path, init] of tries) {
      expect(await seen(stranger.fetch(path, init)), path).toBe('404 NOT_FOUND');
    }
  });

  it('cannot be reached by naming another facility in the header', async () => {
    const stranger = await server.client('admin2');
    const headers = { 'x-facility': String(server.world.rootFacilityId) };
    expect(await seen(stranger.fetch('/api/v1/team', { headers }))).toBe('409 FACILITY_CHANGED');
  });
});

describe('rights that somebody gives to themselves', () => {
  const loot = {
    memberRoles: ['SP_SUPER_ADMIN'],
    permissions: ['SP_TEAM_EDITOR'],
    roles: [{ roleName: 'ROLE_SERVICE_PROVIDER' }],
    authorities: ['ROLE_ADMIN'],
    emailVerfied: true,
    defaultRole: 'ROLE_SERVICE_PROVIDER',
    facilityId: 1,
  };

  it('are not taken from a profile', async () => {
    const operator = await server.client('operator');
    const before = sessionUserSchema.parse(await (await operator.fetch('/api/v1/users/getUser')).json());
    const profile = {
      firstName: 'Olga',
      lastName: 'Novak',
      email: before.email,
      phone: '',
      dateFormat: 'MMM DD, YYYY',
      language: 'en_US',
    };
    expect(await seen(operator.fetch('/api/v1/users/profile', put({ ...profile, ...loot })))).toBe('200');
    const after = sessionUserSchema.parse(await (await operator.fetch('/api/v1/users/getUser')).json());
    expect(after).toEqual(before);
  });

  it('are not taken from a registration', async () => {
    const visitor = await server.client();
    const account = {
      firstName: 'Mallory',
      lastName: 'M',
      email: 'mallory@evil.example',
      companyName: 'Evil',
      password: 'unguessable horse staple 77',
    };
    expect(await seen(visitor.fetch('/api/v1/users/register', json({ ...account, ...loot })))).toBe('200');
    expect((await signIn(visitor, account.email, account.password)).status).toBe(200);
    const user = sessionUserSchema.parse(await (await visitor.fetch('/api/v1/users/getUser')).json());
    expect(user).toMatchObject({ emailVerfied: false, defaultRole: 'ROLE_ENGINEER', serviceProvider: null });
    expect(user.authorities).toEqual(['ROLE_ENGINEER']);
    expect(await seen(visitor.fetch('/api/v1/team'))).toBe('403 EMAIL_NOT_VERIFIED');
  });

  it('cannot be given by changing oneself in the team', async () => {
    const admin = await server.client('admin');
    const db = hostDb(server.services.db);
    const { id } = await db
      .selectFrom('membership')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select('membership.id')
      .where('app_user.email', '=', 'admin@demo.example')
      .executeTakeFirstOrThrow();
    const rights = { memberRoles: ['SP_SUPER_ADMIN', 'ITAR_ADMIN'], granted: [], revoked: [], authorities: [] };
    const answer = await seen(admin.fetch(`/api/v1/team/${id}`, put({ ...rights, departmentIds: [] })));
    expect(answer).toBe('403 FORBIDDEN');
  });
});

describe('mail', () => {
  const breaks = [
    'a@b.example\r\nBcc: all@evil.example',
    'a@b.example\nSubject: x',
    'a@b.example,c@d.example',
    'A <a@b.example>',
  ];

  it('goes to one plain address and nowhere else', async () => {
    const [visitor, admin] = await Promise.all([server.client(), server.client('admin')]);
    for (const email of breaks) {
      expect(await seen(visitor.fetch('/api/v1/users/forgotPassword', json({ email }))), email).toBe(
        '400 INVALID_INPUT',
      );
      const invitation = { email, kind: 'OWN', memberRoles: ['SP_NON_ADMIN'], granted: [], revoked: [] };
      expect(await seen(admin.fetch('/api/v1/team/invitations', json(invitation))), email).toBe('400 INVALID_INPUT');
    }
    const sent = await hostDb(server.services.db).selectFrom('mail_message').select('recipient').execute();
    expect(
      sent.filter(({ recipient }) => /evil|[\s,<]/.test(recipient) && recipient !== 'mallory@evil.example'),
    ).toEqual([]);
  });

  it('has no names that could begin a header', async () => {
    const visitor = await server.client();
    const account = {
      lastName: 'M',
      email: 'header@evil.example',
      companyName: 'Evil',
      password: 'unguessable horse staple 77',
      firstName: 'Eve\r\nBcc: all@evil.example',
    };
    expect(await seen(visitor.fetch('/api/v1/users/register', json(account)))).toBe('400 INVALID_INPUT');
  });
});

describe('a form that keeps the server busy', () => {
  it.each([
    ['many small elements', `<a>${'<b/>'.repeat(20_000)}</a>`],
    ['tags that never end', `<a>${'<'.repeat(100_000)}`],
    ['one element with the same name again and again', `<a ${'b '.repeat(50_000)}/>`],
    ['instructions that never end', `<a>${'<?x '.repeat(20_000)}`],
  ])('is sent back at once: %s', async (_, xml) => {
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
    const answer = await fetch(`${server.url}/saml/acs`, { method: 'POST', body: form, redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/custom-login?sso=expired');
  });
});

describe('password spraying', () => {
  it('is stopped whether it goes over one account or over many, and says nothing about either', async () => {
    const spray = await testServer();
    try {
      const visitor = await spray.client();
      const answers = new Set<string>();
      for (let guess = 0; guess < 60; guess += 1) {
        const email = guess % 2 === 0 ? 'planner@demo.example' : `nobody${guess}@demo.example`;
        answers.add(await seen(signIn(visitor, email, `Summer${guess}!`)));
      }
      expect([...answers].sort()).toEqual(['401 BAD_CREDENTIALS', '429 RATE_LIMITED']);
      expect(await seen(signIn(visitor, 'operator@demo.example', 'Summer!'))).toBe('429 RATE_LIMITED');
    } finally {
      await spray.stop();
    }
  }, 60_000);
});
