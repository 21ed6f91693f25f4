import { randomUUID } from 'node:crypto';
import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import { registered } from '#host/server/contract.ts';
import { testServer, type TestServer } from '#host/server/testing.ts';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import { storeFrontKind } from '@sinter/sdk/contract/host/storeFront';
import { portalKind } from '@sinter/sdk/contract/orders/portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKiosk, makePeople, makePlaces, type Person } from './people.ts';
import { makeRows, type File, type Mark } from './rows.ts';
import { listen, type Stream } from './stream.ts';

/** Every row, tried by everybody in every way to its bytes or to news of it. */

const { calls } = registered(plugins, areas);
let server: TestServer;
let people: Person[];
let rows: Awaited<ReturnType<typeof makeRows>>;
let pairs = 0;

beforeAll(async () => {
  server = await testServer({ plugins });
  const places = await makePlaces(server);
  people = await makePeople(server, places);
  rows = await makeRows(server, places, people);
}, 180_000);
afterAll(async () => {
  console.log(`The walk over rows, people and ways tried ${pairs} pairs.`);
  await server.stop();
});

const get = (person: Person, path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { ...person.headers, ...headers }, redirect: 'manual' });

/** Everybody at once would wait for each other. */
async function forEverybody(act: (person: Person) => Promise<void>): Promise<void> {
  const waiting = [...people];
  const next = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) await act(person);
  };
  await Promise.all([next(), next(), next(), next()]);
}

describe('bytes', () => {
  const ways: readonly [string, (file: File) => [path: string, headers?: Record<string, string>]][] = [
    ['plainly', ({ id }) => [`/api/v1/files/${id}/content`]],
    ['as a download', ({ id }) => [`/api/v1/files/${id}/content?download=true`]],
    ['in part', ({ id }) => [`/api/v1/files/${id}/content`, { range: 'bytes=0-3' }]],
    ['by their hash', ({ id, sha256 }) => [`/api/v1/files/${id}/content`, { 'if-none-match': `"${sha256}"` }]],
    ['as a preview', ({ id }) => [`/api/v1/file-preview/${id}`]],
  ];

  it.each(ways)(
    'are given %s to those whose row holds them, and to nobody else',
    async (_, way) => {
      const wrong: string[] = [];
      await forEverybody(async (person) => {
        for (const file of rows.files) {
          const response = await get(person, ...way(file));
          await response.arrayBuffer();
          const given = response.ok || response.status === 304 || response.status === 302;
          if (given !== file.sees(person)) wrong.push(`${person.name} asks for ${file.name}: ${response.status}`);
          pairs += 1;
        }
      });
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('are given to nobody as the file of a theme that they are not', async () => {
    const wrong: string[] = [];
    await forEverybody(async (person) => {
      for (const file of rows.files.slice(0, 3)) {
        const response = await get(person, `/api/v1/misc/theme-files/${file.id}`);
        if (response.ok) wrong.push(`${person.name} asks for ${file.name}`);
        pairs += 1;
      }
    });
    expect(wrong).toEqual([]);
  });
});

describe('what is told', () => {
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const idsOf = (most: number) => Array.from({ length: most }, (_, index) => String(index + 1));
  const projects = (what: string) => [rows.projectId, rows.projectId + 1].map((id) => `/api/v1/projects/${id}${what}`);
  const settings = (path: string) => [
    `${path}?kind=${storeFrontKind}`,
    ...['', rows.buyerId].map((element) => `${path}?kind=${portalKind}&elementId=${element}`),
  ];
  /** The addresses under which a call with parameters can name rows. */
  const named: Record<string, () => string[]> = {
    'admin.country': () => ['/api/v1/geo/countries/DE'],
    'catalog.part': () => rows.parts.map((id) => `/api/v1/parts/${id}`),
    'host.audit': () => ['/api/v1/audit?size=100', '/api/v1/audit?searchString=zz', '/api/v1/audit?searchString=title'],
    'host.readConfig': () => ['/api/v1/link3d-config/THEME_CONFIG'],
    'host.readElementConfig': () => ['/api/v1/link3d-config/QMS_CONFIG/SERVICE_PROVIDER/1'],
    'host.readSetup': () => ['/api/v1/setup/aaaaaaaaaaaaaaaaaaaaaaaaa'],
    'host.readPreference': () => ['/api/v1/userPreference/zz'],
    'host.setting': () => settings('/api/v1/settings/versions/present'),
    'host.settingVersions': () => settings('/api/v1/settings/versions'),
    'host.termsFile': () => rows.files.slice(0, 3).map(({ id }) => `/api/v1/misc/terms/${id}`),
    'host.serverTexts': () => ['/api/v1/translations/en_US/server'],
    'host.translations': () => ['/api/v1/translations/en_US'],
    'host.uploadState': () => [`/api/v1/uploads/${randomUUID()}`],
    'host.verifyEmail': () => ['/api/v1/users/verify-email/zz'],
    'host.vendors': () => ['/api/v1/vendor?vendorType=internal'],
    'host.invitation': () => ['/api/v1/invite/token?token=aaaaaaaaaaaaaaaaaaaaaaaaa'],
    'admin.team': () => [
      '/api/v1/team?invited=true',
      '/api/v1/team',
      '/api/v1/team?invited=true&accountType=THIRD_PARTY_ENGINEER',
    ],
    'catalog.materialFiles': () => [`/api/v1/material-files?entityType=EQUIPMENT&entityId=${rows.machineId}`],
    'comments.list': () => [
      ...rows.orders.map(({ id }) => `/api/v1/comments?objectKind=RFQ_ORDER&objectId=${id}`),
      ...rows.orders.map(({ fileId }) => `/api/v1/comments?objectKind=RFQ_ORDER_FILE&objectId=${fileId}`),
      `/api/v1/comments?objectKind=PROJECT&objectId=${rows.projectId}`,
    ],
    'comments.writes': () => rows.orders.map(({ id }) => `/api/v1/comments/writes?objectKind=RFQ_ORDER&objectId=${id}`),
    'comments.thread': () => rows.comments.map((id) => `/api/v1/comments/threads/${id}`),
    'comments.threads': () =>
      rows.orders.map(({ id }) => `/api/v1/comments/threads?objectKind=RFQ_ORDER&objectId=${id}`),
    'comments.people': () =>
      rows.orders.map(({ id }) => `/api/v1/comments/people?objectKind=RFQ_ORDER&objectId=${id}&visibility=SHARED`),
    'orders.searchParts': () => [
      '/api/v3/orders/search-parts?size=100',
      '/api/v3/orders/search-parts?searchString=zz',
      ...rows.orders.map(({ id }) => `/api/v3/orders/search-parts?searchString=${id}`),
    ],
    'orders.observations': () =>
      idsOf(3).map((id) => `/api/v1/pricing-rules/observations?machineModelId=${id}&materialId=1`),
    'orders.orderVendors': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/vendors`),
    'orders.read': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}`),
    'integrations.quickbooksOrder': () => rows.orders.map(({ id }) => `/api/v1/qb/orders/${id}`),
    'orders.payments': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/payments`),
    'orders.checkDates': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/dates`),
    'orders.history': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/history`),
    'orders.answers': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/answers`),
    'orders.why': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/why`),
    'orders.partLabels': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/labels`),
    'orders.keeping': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/keeping`),
    'orders.record': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/record`),
    // Nobody has asked for one: those of other people are tried in tests/contract/records.test.ts.
    'orders.downloadRecord': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/record/1/content`),
    'orders.documents': () => rows.orders.map(({ id }) => `/api/v1/orders/${id}/documents`),
    'orders.document': () => rows.orders.map(({ id }) => `/api/v1/orders/${id}/documents/quote`),
    'orders.notes': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/notes`),
    'orders.orderShipments': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/shipments`),
    'orders.shipment': () => idsOf(3).map((id) => `/api/v3/shipments/${id}`),
    'orders.shipmentPaper': () => idsOf(3).map((id) => `/api/v3/shipments/${id}/papers/packing-slip`),
    'orders.documentation': () => ['/api/v2/documentation/TERM_AND_CONDITION'],
    'integrations.webhookEvent': () => ['/api/v1/webhooks/events/order.distributed'],
    'integrations.webhookDeliveries': () => rows.webhooks.map((id) => `/api/v1/webhooks/configs/${id}/deliveries`),
    // Nothing is delivered: those of another facility are tried beside the code.
    'integrations.webhookDelivery': () => rows.webhooks.map((id) => `/api/v1/webhooks/configs/${id}/deliveries/1`),
    'integrations.magicsRegisterIntent': () =>
      rows.orders.map(({ fileId }) => `/api/v3/magics/register-intent?rfqFileIds=${fileId}`),
    // Nobody has asked for one: that a code works once is tried in tests/contract/magics.test.ts.
    'integrations.magicsSelection': () => [`/api/v3/magics/selections/${'a'.repeat(43)}`],
    'orders.ndas': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/ndas`),
    'orders.approvers': () => rows.orders.map(({ id }) => `/api/v3/orders/${id}/approvers`),
    // Nobody has asked for any: those of other people are tried in tests/contract/travellerPrints.test.ts.
    'production.travellerPrintContent': () => ['/api/v2/lots/travellers/1/content'],
    'production.lot': () => rows.lots.map((id) => `/api/v1/work-center/lots/${id}`),
    'production.lotMoves': () => rows.lots.map((id) => `/api/v1/work-center/lots/${id}/moves`),
    'production.objects': () => rows.jobs.map((id) => `/api/v1/work-center/builds/${id}/objects?placements=true`),
    'production.flowLots': () => ['finishing', 'inspection'].map((step) => `/api/v1/production-flow/lots?step=${step}`),
    'production.orderLots': () => rows.orders.map(({ id }) => `/api/v1/work-center/orders/${id}/lots`),
    'production.checklistUses': () => rows.checklists.map((id) => `/api/v1/checklists/${id}/uses`),
    'production.gate': () => [
      ...rows.orders.map(({ id }) => `/api/v1/checklists/gates/QUOTE/${id}/0`),
      ...rows.jobs.map((id) => `/api/v1/checklists/gates/JOB_START/${id}/0`),
      ...rows.lots.map((id) => `/api/v1/checklists/gates/STEP_START/${id}/0`),
    ],
    'production.memberPin': () => idsOf(3).map((id) => `/api/v1/work-center/pins/${id}`),
    'production.answered': () => [
      ...rows.orders.map(({ id }) => `/api/v1/checklists/answered/ORDER/${id}`),
      ...rows.jobs.map((id) => `/api/v1/checklists/answered/JOB/${id}`),
      ...rows.lots.map((id) => `/api/v1/checklists/answered/LOT/${id}`),
    ],
    // Nobody has nested anything: what others and those who are not cleared see is tried in tests/contract/nesting.test.ts.
    'production.nesting': () => ['/api/v1/nestings/1'],
    'production.nestedBuildContent': () => ['/api/v1/nestings/1/builds/1/3mf'],
    'production.magicsPlatform': () => rows.platforms.map((id) => `/api/v3/magics/platform/${id}`),
    'production.platform': () => rows.platforms.map((id) => `/api/v1/machine-platforms/${id}`),
    'production.comparePlatform': () =>
      rows.platforms.map((id) => `/api/v1/machine-platforms/${id}/difference?from=1&to=1`),
    'production.platformContent': () => rows.platforms.map((id) => `/api/v1/machine-platforms/${id}/revisions/1/3mf`),
    'production.plannedBuild': () => rows.plannedBuilds.map((id) => `/api/v1/planning/builds/${id}`),
    'connectivity.timeline': () => idsOf(3).map((id) => `/api/v1/machine-connectivity/machines/${id}/timeline`),
    'connectivity.linkable': () => idsOf(3).map((id) => `/api/v1/machine-connectivity/machines/${id}/jobs`),
    'quality.ncr': () => rows.ncrs.map((id) => `/api/v1/quality/ncrs/${id}`),
    'quality.ncrHistory': () => rows.ncrs.map((id) => `/api/v1/quality/ncrs/${id}/history`),
    'quality.lotNcrs': () => rows.lots.map((id) => `/api/v1/quality/lots/${id}/ncrs`),
    'quality.orderNcrs': () => rows.orders.map(({ id }) => `/api/v1/quality/orders/${id}/ncrs`),
    'quality.customerNcrs': () => rows.orders.map(({ id }) => `/api/v1/quality/my-orders/${id}/ncrs`),
    // Nothing is inspected: what others and those who are not cleared see is tried beside the code.
    'quality.inspection': () => idsOf(3).map((id) => `/api/v1/quality/inspections/${id}`),
    'quality.fittingPlans': () => rows.lots.map((id) => `/api/v1/quality/inspections/fitting-plans?lot=${id}`),
    'quality.inspectionReport': () => idsOf(3).map((id) => `/api/v1/quality/inspections/${id}/report`),
    'quality.inspectionPlan': () => idsOf(3).map((id) => `/api/v1/quality/inspection-plans/${id}`),
    'quality.measured': () => idsOf(3).map((id) => `/api/v1/quality/inspection-plans/${id}/measured?characteristic=1`),
    'quality.readCapa': () => rows.capas.map((id) => `/api/v1/capa/${id}`),
    'quality.passport': () => rows.lots.map((id) => `/api/v1/passports/lots/${id}`),
    'quality.orderPassports': () => rows.orders.map(({ id }) => `/api/v1/passports/orders/${id}`),
    // None is issued: who reads which copy of one is tried in tests/contract/passports.test.ts.
    'quality.passportFile': () => rows.lots.map((id) => `/api/v1/passports/lots/${id}/versions/1/file`),
    'quality.passportKey': () => [`/api/v1/passports/keys/${'a'.repeat(64)}`],
    'quality.passportVerifier': () => ['/api/v1/passports/verifier/page', '/api/v1/passports/verifier/command'],
    'projects.read': () => projects(''),
    'projects.history': () => projects('/history'),
    'projects.candidates': () => projects('/candidates'),
    'projects.orders': () => projects('/orders'),
    'projects.parts': () => projects('/parts'),
    'projects.files': () => projects('/files'),
    'projects.tasks': () => projects('/tasks'),
    // The last one is the project's.
    'projects.fileContent': () =>
      rows.files.slice(-3).map(({ id }) => `/api/v1/projects/${rows.projectId}/files/${id}/content`),
    'projects.choices': () => rows.orders.map(({ id }) => `/api/v1/project-choices?orderId=${id}`),
    'scheduling.list': () => ['/api/v1/job-scheduling/getAllWithPagination/25/0'],
    'scheduling.read': () => rows.jobs.map((id) => `/api/v1/job-scheduling/${id}`),
    'scheduling.nextSlot': () => [
      `/api/v1/job-scheduling/getNextAvailableTimeSlot?equipment=${rows.machineId}&totalHours=5`,
    ],
    'preparation.status': () => idsOf(3).map((id) => `/api/v1/file-operation/status/${randomUUID()}?fileId=${id}`),
    'preparation.result': () => idsOf(3).map((id) => `/api/v1/file-operation/result/${randomUUID()}?fileId=${id}`),
  };
  /** Searches, which ask by POST. */
  const searches = (): [string, unknown][] => {
    const week = { fromDate: String(Date.now() - 86_400_000), toDate: String(Date.now() + 6 * 86_400_000) };
    const ids = rows.orders.map(({ fileId }) => fileId);
    return [
      ['/api/v3/orders/search?size=100', {}],
      ['/api/v3/orders/search', { searchString: 'zz' }],
      ...rows.orders.map(({ id }): [string, unknown] => ['/api/v3/orders/search', { searchString: `#${id}` }]),
      ['/api/v3/orders/search?schedulingCall=true', {}],
      ['/api/v1/parts/search', {}],
      ['/api/v1/parts/search', { searchText: 'zz' }],
      ['/api/v3/orders/search-uploaded-parts', {}],
      ['/api/v3/orders/search-uploaded-parts', { searchString: 'zz' }],
      ['/api/v3/shipments/search?size=100', {}],
      ['/api/v3/shipments/search', { searchString: 'zz' }],
      ['/api/v3/shipments/count', { searchString: 'zz' }],
      ['/api/v1/machine-platforms/search?size=100', {}],
      ['/api/v1/quality/ncrs/search', { size: 100 }],
      ['/api/v1/quality/ncrs/search', { view: 'PART', text: 'zzcontrolled' }],
      ['/api/v1/capa/search', { status: null }],
      ['/api/v1/machine-platforms/search', { searchString: 'zz' }],
      ['/api/v1/projects/search?size=100', {}],
      ['/api/v1/projects/search', { searchText: 'zz', state: 'ALL' }],
      ['/api/v4/job-scheduling/search', week],
      ['/api/v4/job-scheduling/search?getFromAllFacilities=true', week],
      ['/api/v1/job-scheduling/chart', week],
      ['/api/v4/job-scheduling/search-lite', { searchString: 'zz' }],
      ['/api/v4/job-scheduling/search-lite', { rfqTitle: 'zz' }],
      ...rows.orders.map(({ id }): [string, unknown] => ['/api/v4/job-scheduling/search-lite', { rfqId: id }]),
      ['/api/v1/job-scheduling/file-job-status', ids],
    ];
  };
  /** Walked above, or nothing that names a row; what plugins keep is tried in `host/server/apps`, their packages in `host/server/extensions`, builds that they try in `host/server/localBuilds`, link apps in `host/server/links`. */
  const elsewhere =
    /^host\.(fileContent|linkAppLogo|openLinkApp|themeFile|termsFile|controlledContent|ticketContent|logout|resetKeys|fetchToken|resendEmailVerification|localBuild|extension\w*)$|^(orders\.documentation|preparation\.preview)$|^apps\./;

  const read = () =>
    calls.filter(
      (call) =>
        call.method === 'GET' && !call.unfinished && call.produces !== 'event-stream' && !elsewhere.test(call.id),
    );

  it('is walked for every call that reads', () => {
    const unnamed = read().filter(({ id, path }) => path.includes('{') && !(id in named));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
  });

  it('are rows that belong to the person, and no others', async () => {
    const csrf = await tokens();
    const wrong: string[] = [];
    const seen = new Map<string, Set<Mark>>();
    const note = (person: Person, way: string, text: string) => {
      for (const mark of rows.marks) {
        pairs += 1;
        if (!text.includes(mark.text)) continue;
        const known = seen.get(person.name) ?? new Set<Mark>();
        seen.set(person.name, known.add(mark));
        if (!mark.sees(person)) wrong.push(`${person.name} reads ${mark.text} in ${way}`);
      }
    };
    await forEverybody(async (person) => {
      for (const call of read()) {
        for (const path of named[call.id]?.() ?? [call.path])
          note(person, path, await (await get(person, path)).text());
      }
      for (const [path, body] of searches()) {
        const { headers, ...init } = post(body);
        const own = csrf.get(person.name);
        const cookie = [person.headers['cookie'], own && `XSRF-TOKEN=${own}`].filter(Boolean).join('; ');
        const response = await fetch(server.url + path, {
          ...init,
          headers: { ...headers, ...person.headers, ...(own ? { cookie, 'x-xsrf-token': own } : {}) },
        });
        note(person, path, await response.text());
      }
    });
    expect(wrong).toEqual([]);
    // Nobody is kept from what is theirs either: it is found in some way.
    const missing = people.flatMap((person) =>
      rows.marks
        .filter((mark) => mark.sees(person) && !seen.get(person.name)?.has(mark))
        .map((mark) => `${person.name} misses ${mark.text}`),
    );
    expect(missing).toEqual([]);
  }, 300_000);

  async function tokens(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    await forEverybody(async (person) => {
      if (person.via !== 'session') return;
      const response = await get(person, '/api/v1/users/getUser');
      const line = response.headers.getSetCookie().find((one) => one.startsWith('XSRF-TOKEN='));
      found.set(person.name, line?.split(/[=;]/)[1] ?? '');
    });
    return found;
  }

  it('are as many orders as the person sees', async () => {
    const wrong: string[] = [];
    await forEverybody(async (person) => {
      const response = await get(person, '/api/v3/orders/count');
      const expected = rows.orders.filter(({ sees }) => sees(person)).length;
      const total = response.ok ? (await response.json()).total : 0;
      if (total !== expected) wrong.push(`${person.name} counts ${total} instead of ${expected}`);
      pairs += 1;
    });
    expect(wrong).toEqual([]);
  });
});

describe('news', () => {
  const reads = (person: Person) => !person.out && person.via === 'session';

  it('reach those who see the row that they are about', async () => {
    const streams = new Map<Person, Stream>();
    for (const person of people.filter(reads)) streams.set(person, await listen(server.url, person.headers));
    try {
      const everywhere = {
        facilityIds: people.flatMap(({ facilityId }) => facilityId ?? []),
        companyIds: people.flatMap(({ companyId }) => companyId ?? []),
      };
      await ordersChange();
      await server.services.write((unit) => unit.emit(themeChanged, {}, everywhere));
      for (const stream of streams.values()) await expect.poll(() => stream.types()).toContain('theme.changed');
      const wrong: string[] = [];
      for (const [person, stream] of streams) {
        for (const order of rows.orders) {
          const heard = stream.events.some(
            ({ type, data }) => type === 'order.changed' && data['orderId'] === order.id,
          );
          if (heard !== order.sees(person))
            wrong.push(`${person.name} ${heard ? 'hears' : 'misses'} order ${order.id}`);
          const told = stream.events.some(
            ({ type, data }) => type === 'comment.changed' && data['objectId'] === order.id,
          );
          const expected = order.sees(person) && !isKiosk(person);
          if (told !== expected) wrong.push(`${person.name} ${told ? 'hears' : 'misses'} a comment on ${order.id}`);
          pairs += 2;
        }
      }
      expect(wrong).toEqual([]);
    } finally {
      for (const stream of streams.values()) stream.close();
    }
  }, 60_000);

  const mayHold: readonly string[] = ['ENG_ADMIN', 'SP_SUPER_ADMIN', 'SP_MANAGER'];

  /** Somebody who sees each order comments on it and holds it. */
  async function ordersChange(): Promise<void> {
    for (const { id, sees } of rows.orders) {
      const seeing = people.filter((person) => reads(person) && sees(person));
      const author = seeing.find(({ companyId }) => companyId !== null);
      const holder = seeing.find(({ memberRoles }) => memberRoles.some((role) => mayHold.includes(role)));
      if (!author || !holder) throw new Error(`Nobody changes order ${id}.`);
      const comment = { objectKind: 'RFQ_ORDER', objectId: id, body: 'News', visibility: 'SHARED' };
      await change(author, '/api/v1/comments', { eventId: randomUUID(), ...comment });
      await change(holder, `/api/v3/orders/${id}/events`, { eventId: randomUUID(), event: 'HOLD', reason: 'News' });
    }
  }

  async function change(person: Person, path: string, body: unknown): Promise<void> {
    const first = await get(person, '/api/v1/users/getUser');
    const token =
      first.headers
        .getSetCookie()
        .find((one) => one.startsWith('XSRF-TOKEN='))
        ?.split(/[=;]/)[1] ?? '';
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `${person.headers['cookie']}; XSRF-TOKEN=${token}`,
        'x-xsrf-token': token,
      },
      body: JSON.stringify(body),
    });
    expect(response.status, `${person.name} ${path} ${await response.text()}`).toBe(200);
  }
});
