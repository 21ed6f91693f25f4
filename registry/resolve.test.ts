import { describe, expect, it } from 'vitest';
import { signedIn } from '@sinter/sdk/contract/guard';
import { diff } from './diff.ts';
import { defaultFlags, flagsFrom } from './flags.ts';
import { manifestSchema } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { opens } from './pages.ts';
import { matchPath } from './paths.ts';
import { resolve } from './resolve.ts';
import type { ResolveInput } from './resolve.ts';
import {
  descriptorOf,
  engineerPrincipal,
  installedOf,
  providerPrincipal,
  randomInput,
  resolveInput,
} from './samples.ts';

const provider = { kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'] };
const scheduling = {
  id: 'scheduling',
  contributes: { pages: [{ id: 'view', path: '/service-provider/scheduler-view', title: 'view', guard: provider }] },
};
const orders = {
  id: 'orders',
  contributes: { pages: [{ id: 'orders', path: '/service-provider', title: 'orders', guard: provider }] },
};
const menuIds = (manifest: Manifest): string[] => manifest.menu.flatMap(({ entries }) => entries.map(({ id }) => id));
const reason = (manifest: Manifest, kind: string, id: string): string | undefined =>
  manifest.absent.find((absence) => absence.kind === kind && absence.id === id)?.code;

describe('resolve', () => {
  it('opens a path exactly when a screen of a plugin or of the host serves it', () => {
    const installed = [installedOf(orders), installedOf(scheduling)];
    const paths = [
      '/service-provider?status=ALL',
      '/service-provider/scheduler-view?order=1',
      '/profile/update',
      '/no',
    ];
    const answers = (input: Partial<ResolveInput>) => {
      const manifest = resolve(resolveInput({ installed, ...input }));
      return paths.map((path) => opens(manifest, path));
    };
    expect(answers({})).toEqual([true, true, true, false]);
    expect(answers({ disabledPlugins: ['scheduling'] })).toEqual([true, false, true, false]);
  });

  it('shows a menu entry exactly when a screen serves its path', () => {
    const manifest = resolve(resolveInput({ installed: [installedOf(orders)] }));
    expect(menuIds(manifest)).toEqual(['all.home', 'sp.partOrders']);
    expect(reason(manifest, 'menu', 'sp.enterpriseScheduler')).toBe('not-installed');
    expect(manifest.profileMenu.map(({ id }) => id)).toEqual([
      'profile.sp.userProfile',
      'profile.sp.apiKeys',
      'profile.switch.switchToEngineer',
      'profile.all.logout',
    ]);
    expect(reason(manifest, 'menu', 'profile.help.support')).toBe('not-configured');
  });

  it.each<[string, Partial<ResolveInput>, string]>([
    ['the module is off', { disabledPlugins: ['scheduling'] }, 'module-off'],
    ['the flag is off', { flags: flagsFrom((key) => key !== 'ENTERPRISE_SCHEDULER') }, 'flag-off'],
    ['a permission is missing', { principal: { ...providerPrincipal, permissions: [] } }, 'not-permitted'],
    ['it is not built', { installed: [installedOf(scheduling, { state: 'not-built' })] }, 'not-built'],
    [
      'it was changed',
      { installed: [installedOf(scheduling, { state: 'not-verified', changedFile: 'index.js' })] },
      'not-verified',
    ],
    ['it wants a newer SDK', { installed: [installedOf({ ...scheduling, sdk: '^2.0.0' })] }, 'incompatible'],
    [
      'it wants a module nobody shares',
      { installed: [installedOf({ ...scheduling, shared: ['vue'] })] },
      'incompatible',
    ],
    [
      'what it requires is missing',
      { installed: [installedOf({ ...scheduling, requires: ['orders'] })] },
      'dependency-off',
    ],
    ['it is hidden', { menuConfig: { 'sp.enterpriseScheduler': { enabled: false } } }, 'hidden'],
  ])('says why an entry is absent when %s', (_, change, code) => {
    const manifest = resolve(resolveInput({ installed: [installedOf(scheduling)], ...change }));
    expect(menuIds(manifest)).not.toContain('sp.enterpriseScheduler');
    expect(reason(manifest, 'menu', 'sp.enterpriseScheduler')).toBe(code);
  });

  it('names plugins that require each other', () => {
    const manifest = resolve(
      resolveInput({
        installed: [
          installedOf({ ...orders, requires: ['scheduling'] }),
          installedOf({ ...scheduling, requires: ['orders'] }),
        ],
      }),
    );
    expect(manifest.plugins).toEqual([]);
    expect(reason(manifest, 'plugin', 'orders')).toBe('dependency-cycle');
  });

  it('does not switch off a plugin that must stay on', () => {
    const manifest = resolve(
      resolveInput({ installed: [installedOf({ ...orders, canBeSwitchedOff: false })], disabledPlugins: ['orders'] }),
    );
    expect(manifest.plugins.map(({ id }) => id)).toEqual(['orders']);
  });

  it('gives a path to the first page that claims it, and to the host before all plugins', () => {
    const page = (id: string, path: string) => ({ id, path, title: id, guard: signedIn });
    const manifest = resolve(
      resolveInput({
        installed: [
          installedOf({ id: 'admin', contributes: { pages: [page('a', '/thing/:id'), page('out', '/logout')] } }),
          installedOf({ id: 'quality', contributes: { pages: [page('b', '/thing/:other')] } }),
        ],
      }),
    );
    expect(manifest.plugins.flatMap(({ pages }) => pages.map(({ id }) => id))).toEqual(['a']);
    expect([reason(manifest, 'page', 'admin/out'), reason(manifest, 'page', 'quality/b')]).toEqual([
      'path-taken',
      'path-taken',
    ]);
  });

  it('puts a plugin after those it requires', () => {
    const manifest = resolve(
      resolveInput({ installed: [installedOf({ ...orders, requires: ['scheduling'] }), installedOf(scheduling)] }),
    );
    expect(manifest.plugins.map(({ id }) => id)).toEqual(['scheduling', 'orders']);
  });

  it('applies the hidden entries, words, badges and order of the menu configuration', () => {
    const page = (id: string, path: string) => ({ id, path, title: id, guard: provider });
    const installed = [
      installedOf({
        id: 'production',
        contributes: {
          pages: [
            page('connectivity', '/service-provider/machine-connectivity'),
            page('planning', '/service-provider/build-planning-new'),
            page('schedules', '/service-provider/schedules'),
          ],
        },
      }),
    ];
    const plain = resolve(resolveInput({ installed }));
    expect(reason(plain, 'menu', 'sp.machineConnectivity')).toBe('hidden');
    expect(
      plain.menu.find(({ section }) => section === 'production')?.entries.map(({ id, badge }) => [id, badge]),
    ).toEqual([
      ['sp.productionPlanning', null],
      ['sp.productionSchedule', null],
    ]);
    const changed = resolve(
      resolveInput({
        installed,
        menuConfig: {
          'sp.machineConnectivity': { enabled: true },
          'sp.productionPlanning': { label: 'Builds', badge: 'Trial', order: 1000 },
          'profile.help.support': { url: 'https://help.test/' },
        },
      }),
    );
    expect(menuIds(changed)).toEqual([
      'all.home',
      'sp.productionSchedule',
      'sp.productionPlanning',
      'sp.machineConnectivity',
    ]);
    const entries = changed.menu.flatMap((section) => section.entries);
    expect(entries.find(({ id }) => id === 'sp.productionPlanning')).toMatchObject({ text: 'Builds', badge: 'Trial' });
    expect(changed.profileMenu).toContainEqual(expect.objectContaining({ path: 'https://help.test/', external: true }));
  });

  it('adds what a plugin contributes to the menu, with its own texts', () => {
    const page = {
      id: 'nesting',
      path: '/apps/acme.nesting',
      title: 't',
      guard: provider,
      menu: { section: 'apps', order: 1, icon: 'app', label: 'menu' },
    };
    const manifest = resolve(
      resolveInput({ installed: [installedOf({ id: 'acme.nesting', contributes: { pages: [page] } })] }),
    );
    expect(manifest.menu.at(-1)).toEqual({
      section: 'apps',
      entries: [
        {
          id: 'acme.nesting/nesting',
          label: 'acme.nesting:menu',
          text: undefined,
          path: '/apps/acme.nesting',
          external: false,
          icon: 'app',
          badge: null,
        },
      ],
    });
  });

  it('gives the third-party engineer no keys, and the store front with its profile only to buyers with that dashboard', () => {
    const installed = [
      installedOf({
        id: 'orders',
        contributes: { pages: [{ id: 'new', path: '/store-front', title: 'new', guard: signedIn }] },
      }),
    ];
    const ids = (principal: ResolveInput['principal']) => {
      const { profileMenu, topNav } = resolve(resolveInput({ installed, principal }));
      return [...profileMenu, ...topNav].map(({ id }) => id).filter((id) => /Keys|newOrder|userProfile/.test(id));
    };
    expect(ids(engineerPrincipal)).toEqual(['profile.store.userProfile', 'profile.eng.apiKeys', 'top.newOrder']);
    expect(ids({ ...engineerPrincipal, accountType: 'THIRD_PARTY_ENGINEER', storeFront: false })).toEqual([
      'profile.eng.userProfile',
    ]);
    expect(ids(providerPrincipal)).toEqual(['profile.sp.userProfile', 'profile.sp.apiKeys']);
  });

  it('links to the apps of the facility, for its own users only', () => {
    const app = { enabled: true, logo: null, appType: 'ICON_BUTTON', internalApp: false } as const;
    const apps: ResolveInput['apps'] = [
      { ...app, id: 1, opens: '/open/1', name: 'Nesting', appURL: 'https://nesting.test/' },
      {
        ...{ ...app, id: 2, opens: '/open/2', name: 'Wiki', logo: '/logo/2', appURL: 'https://wiki.test/' },
        ...{ appType: 'TOP_NAV_LINK', internalApp: true },
      },
      { ...app, id: 3, opens: '/open/3', name: 'Old', appURL: 'https://old.test/', enabled: false },
    ];
    const manifest = resolve(resolveInput({ apps }));
    expect(manifest.menu.slice(1).map(({ section, entries }) => [section, entries.map(({ text }) => text)])).toEqual([
      ['internal-apps', ['Wiki']],
      ['apps', ['Nesting']],
    ]);
    expect(manifest.menu[1]?.entries[0]).toMatchObject({ path: '/open/2', external: true, logo: '/logo/2' });
    expect(reason(manifest, 'menu', 'app.3')).toBe('hidden');
    expect(menuIds(resolve(resolveInput({ apps, principal: engineerPrincipal })))).toEqual(['all.home']);
  });
});

describe('resolve, for any facility', () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed);
  const pageIds = (manifest: Manifest) =>
    manifest.plugins.flatMap(({ id, pages }) => pages.map((page) => `${id}/${page.id}`));
  const absentIds = (manifest: Manifest, kind: string) =>
    manifest.absent.filter((one) => one.kind === kind).map(({ id }) => id);

  it.each(['plugin', 'page'] as const)(
    'has every %s either in the manifest or among the absent with a reason, and only once',
    (kind) => {
      for (const seed of seeds) {
        const input = randomInput(seed);
        const manifest = resolve(input);
        const there = kind === 'plugin' ? manifest.plugins.map(({ id }) => id) : pageIds(manifest);
        const declared = input.installed.flatMap(({ descriptor: { id, contributes } }) =>
          kind === 'plugin' ? [id] : contributes.pages.map((page) => `${id}/${page.id}`),
        );
        expect([...there, ...absentIds(manifest, kind)].sort()).toEqual(declared.sort());
        expect(manifest.absent.every(({ text }) => text.length > 0)).toBe(true);
      }
    },
  );

  it('has in its menus only entries that lead to a page, and none twice', () => {
    for (const seed of seeds) {
      const input = randomInput(seed);
      const manifest = resolve(input);
      const patterns = [...manifest.plugins.flatMap(({ pages }) => pages), ...input.hostPages].map(({ path }) => path);
      const entries = [
        ...manifest.menu.flatMap((section) => section.entries),
        ...manifest.profileMenu,
        ...manifest.topNav,
      ];
      for (const { path } of entries)
        expect(
          patterns.some((pattern) => matchPath(pattern, path)),
          path,
        ).toBe(true);
      const all = [...entries.map(({ id }) => id), ...absentIds(manifest, 'menu')];
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('loses exactly the plugin that is switched off, those that require it, and their pages and entries', () => {
    for (const seed of seeds) {
      const input = randomInput(seed);
      const before = resolve(input);
      const target = before.plugins.find(({ id }) =>
        input.installed.some(({ descriptor }) => descriptor.id === id && descriptor.canBeSwitchedOff),
      );
      if (!target) continue;
      const after = resolve({ ...input, disabledPlugins: [...input.disabledPlugins, target.id] });
      const gone = new Set([target.id]);
      // Plugins come after those that they require, so one pass reaches all of them.
      for (const { id } of before.plugins) {
        const required = input.installed.find(({ descriptor }) => descriptor.id === id)?.descriptor.requires ?? [];
        if (required.some((one) => gone.has(one))) gone.add(id);
      }
      expect(diff(before, after).stop.toSorted()).toEqual([...gone].sort());

      // A page that gave way to one of these may appear now. Nothing else changes.
      const yielded = new Set(before.absent.filter(({ code }) => code === 'path-taken').map(({ id }) => id));
      const expected = pageIds(before).filter((id) => !gone.has(id.slice(0, id.indexOf('/'))));
      expect(pageIds(after).filter((id) => !yielded.has(id))).toEqual(expected);
      const lostPaths = before.plugins.flatMap(({ id, pages }) => (gone.has(id) ? pages.map(({ path }) => path) : []));
      const entries = before.menu.flatMap((section) => section.entries);
      for (const entry of entries) {
        if (menuIds(after).includes(entry.id)) continue;
        expect(lostPaths.some((path) => matchPath(path, entry.path))).toBe(true);
      }
    }
  });

  it('is the same for the same input in any order, and its schema reads what it wrote', () => {
    for (const seed of seeds) {
      const input = randomInput(seed);
      const manifest = resolve(input);
      expect(resolve({ ...randomInput(seed), installed: input.installed.toReversed() })).toEqual(manifest);
      expect(manifestSchema.parse({ ...JSON.parse(JSON.stringify(manifest)), unheardOf: true })).toEqual(
        JSON.parse(JSON.stringify(manifest)),
      );
    }
  });

  it('has another revision exactly when something differs', () => {
    const revisions = new Map<string, string>();
    for (const seed of seeds) {
      const manifest = resolve(randomInput(seed));
      const content = JSON.stringify({ ...manifest, revision: '' });
      expect(revisions.get(manifest.revision) ?? content).toBe(content);
      revisions.set(manifest.revision, content);
    }
    expect(revisions.size).toBeGreaterThan(250);
  });
});

describe('plugin.json', () => {
  it('ignores members it does not know', () => {
    expect(descriptorOf({ ...orders, colour: 'green', contributes: { ...orders.contributes, commands: [] } })).toEqual(
      descriptorOf(orders),
    );
  });
  const page = (path: string, more: object = {}) => ({
    contributes: { pages: [{ id: 'p', path, title: 't', guard: signedIn, ...more }] },
  });
  it.each([
    ['the host’s id', { id: 'host' }],
    ['an id that is no name', { id: 'My shop' }],
    ['a version that is none', { id: 'orders', version: 'latest' }],
    ['a range that is none', { id: 'orders', sdk: 'new' }],
    ['a wildcard path', { id: 'orders', ...page('/orders/*') }],
    ['a vendor’s page outside its own place', { id: 'acme.nesting', ...page('/custom-login') }],
    [
      'a page in the menu that needs a parameter',
      { id: 'orders', ...page('/o/:id', { menu: { section: 'orders', order: 1, icon: 'app', label: 'l' } }) },
    ],
    ['requiring itself', { id: 'orders', requires: ['orders'] }],
    ['starting after what it does not require', { id: 'orders', startsAfter: ['scheduling'] }],
  ])('refuses %s', (_, given) => {
    expect(() => descriptorOf(given)).toThrow();
  });
});

describe('diff', () => {
  const at = (...plugins: Parameters<typeof installedOf>[0][]) =>
    resolve(resolveInput({ installed: plugins.map((plugin) => installedOf(plugin)) }));
  it('tells new, gone, other code and other contributions apart', () => {
    expect(diff(null, at(orders))).toEqual({ start: ['orders'], stop: [], replace: [], changed: [] });
    expect(diff(at(orders), at(scheduling))).toEqual({
      start: ['scheduling'],
      stop: ['orders'],
      replace: [],
      changed: [],
    });
    expect(diff(at(orders), at({ ...orders, version: '1.1.0' })).replace).toEqual(['orders']);
    expect(diff(at(orders), at({ ...orders, contributes: {} })).changed).toEqual(['orders']);
    expect(diff(at(orders), at(orders))).toEqual({ start: [], stop: [], replace: [], changed: [] });
  });
});

it('has the specification’s flags on and off', () => {
  expect(
    Object.entries(defaultFlags)
      .filter(([, on]) => !on)
      .map(([key]) => key)
      .sort(),
  ).toEqual(
    [
      'MACHINE_PLATFORMS',
      'PRODUCTION_FLOW',
      'MACHINE_CONNECTIVITY',
      'DIGITAL_CATALOG',
      'MATERIAL_SEARCH',
      'PRICING_RULES',
      'EMAIL_TEMPLATES',
      'APP_STORE',
    ].sort(),
  );
});

it('a plugin with a server half only satisfies those that require it, and no page loads it', () => {
  const given = resolveInput({
    installed: [
      installedOf({ id: 'preparation', client: false }, { state: 'server-only' }),
      installedOf({ id: 'catalog', client: false, requires: ['preparation'] }, { state: 'server-only' }),
      installedOf({ id: 'orders', requires: ['catalog'], startsAfter: ['catalog'] }),
    ],
  });
  const manifest = resolve(given);
  expect(manifest.plugins.map(({ id, startsAfter }) => [id, startsAfter])).toEqual([['orders', []]]);
  expect(manifest.absent.filter(({ kind }) => kind === 'plugin')).toEqual([]);

  const without = resolve({ ...given, disabledPlugins: ['preparation'] });
  expect(without.plugins).toEqual([]);
  expect([reason(without, 'plugin', 'catalog'), reason(without, 'plugin', 'orders')]).toEqual([
    'dependency-off',
    'dependency-off',
  ]);
});
