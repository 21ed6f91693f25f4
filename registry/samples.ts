import { platformPermissionSchema } from '@sinter/sdk/contract/enums';
import { platformFlagSchema } from '@sinter/sdk/contract/flags';
import { anyMember, anyone, member, provider, signedIn } from '@sinter/sdk/contract/guard';
import type { Guard, Principal } from '@sinter/sdk/contract/guard';
import { descriptorSchema } from './descriptor.ts';
import type { Descriptor } from './descriptor.ts';
import { flagsFrom } from './flags.ts';
import { hostPages } from './hostPages.ts';
import { builtInMenus, sideMenu } from './menu.ts';
import { iconSchema, sectionSchema } from './terms.ts';
import type { PackageFiles } from './packages.ts';
import type { InstalledPlugin, PackageState, ResolveInput } from './resolve.ts';

/** Input for tests: one written by hand, or any number made from a seed. */

const hash = `sha384-${'A'.repeat(64)}`;

export const packageOf = (id: string, version = '1.0.0', more: Partial<PackageFiles> = {}): PackageFiles => ({
  id,
  version,
  entry: 'entry.js',
  styles: ['style.css'],
  files: { 'plugin.json': hash, 'entry.js': hash, 'style.css': hash, 'locales/en_US.json': hash },
  depcache: {},
  ...more,
});

/** A descriptor from part of a `plugin.json`; everything else gets a sensible value. */
export const descriptorOf = (given: { id: string } & Record<string, unknown>): Descriptor =>
  descriptorSchema.parse({ version: '1.0.0', publisher: 'Us', title: given.id, sdk: '^1.0.0', ...given });

export function installedOf(given: { id: string } & Record<string, unknown>, state?: PackageState): InstalledPlugin {
  const descriptor = descriptorOf(given);
  const ready = {
    state: 'ready',
    baseUrl: `/plugins/${descriptor.id}/${descriptor.version}/`,
    files: packageOf(descriptor.id, descriptor.version),
    texts: {},
  } as const;
  return { descriptor, package: state ?? ready };
}

export const providerPrincipal: Principal = {
  userId: 1,
  emailVerified: true,
  role: 'ROLE_SERVICE_PROVIDER',
  accountType: 'SERVICE_PROVIDER',
  memberRoles: ['SP_SUPER_ADMIN'],
  permissions: [...platformPermissionSchema.options],
  authorities: ['ROLE_SERVICE_PROVIDER'],
  storeFront: false,
  facilityId: 7,
  rootFacility: true,
  companyId: null,
  via: 'session',
  secondFactorDue: false,
  cleared: false,
};
export const engineerPrincipal: Principal = {
  ...providerPrincipal,
  role: 'ROLE_ENGINEER',
  accountType: 'ENGINEER',
  memberRoles: ['ENG_SUPER_ADMIN'],
  authorities: ['ROLE_ENGINEER'],
  storeFront: true,
  facilityId: null,
  companyId: 3,
};

export const resolveInput = (given: Partial<ResolveInput> = {}): ResolveInput => ({
  installed: [],
  broken: [],
  menus: builtInMenus,
  hostPages,
  host: { sdk: '1.0.0', shared: ['react', 'rxjs'] },
  flags: flagsFrom(() => true),
  disabledPlugins: [],
  menuConfig: {},
  apps: [],
  registry: { revision: 0, closing: {} },
  facilityId: 7,
  principal: providerPrincipal,
  ...given,
});

/** Numbers in [0, 1) that depend only on the seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// prettier-ignore
const areas = [
  'orders', 'catalog', 'preparation', 'scheduling', 'production', 'materials', 'quality', 'analytics', 'integrations',
  'grabcad', 'admin',
];

/** A facility with plugins in every possible state, and a user. */
export function randomInput(seed: number): ResolveInput {
  const next = random(seed);
  const chance = (probability: number): boolean => next() < probability;
  const pick = <T>(values: readonly [T, ...T[]] | readonly T[], fallback: T): T =>
    values[Math.floor(next() * values.length)] ?? fallback;
  const some = <T>(values: readonly T[], probability: number): T[] => values.filter(() => chance(probability));

  const ids = [...some(areas, 0.6), ...some(['acme.nesting', 'acme.labels', 'zeta.mail'], 0.5)];
  const builtInPaths = sideMenu.flatMap(({ path }) => (path && path !== '/' ? [path] : []));
  const guards: Guard[] = [
    anyone,
    signedIn,
    anyMember('A sample.'),
    provider(),
    provider('ANALYTICS_ACCESS'),
    member({ roles: ['ROLE_ENGINEER'] }),
  ];

  const installed = ids.map((id): InstalledPlugin => {
    const vendor = id.includes('.');
    const pages = Array.from({ length: Math.floor(next() * 4) }, (_, index) => {
      const parameter = chance(0.2);
      const path = parameter ? `/things${index}/:id` : chance(0.8) ? pick(builtInPaths, '/engineer') : `/own${index}`;
      return {
        id: `page${index}`,
        path: vendor ? `/apps/${id}${path}` : path,
        title: 'title',
        guard: pick(guards, anyone),
        ...(chance(0.3) ? { flag: pick(platformFlagSchema.options, 'WORKPLAN') } : {}),
        ...(chance(0.4) && !parameter
          ? {
              menu: {
                section: pick(sectionSchema.options, 'orders'),
                order: Math.floor(next() * 100),
                icon: pick(iconSchema.options, 'app'),
                label: 'label',
              },
            }
          : {}),
      };
    });
    const state: PackageState | undefined = chance(0.1)
      ? { state: 'not-built' }
      : chance(0.1)
        ? { state: 'not-verified', changedFile: 'index.js' }
        : undefined;
    return installedOf(
      {
        id,
        sdk: chance(0.1) ? '^2.0.0' : '^1.0.0',
        shared: chance(0.1) ? ['react', 'vue'] : ['react'],
        requires: some(ids, 0.12).filter((other) => other !== id),
        contributes: { pages, slots: chance(0.3) ? [{ slot: 'orders/Tabs@1', id: 'tab' }] : [] },
        canBeSwitchedOff: chance(0.9),
      },
      state,
    );
  });
  return resolveInput({
    installed,
    disabledPlugins: some(ids, 0.15),
    flags: flagsFrom(() => chance(0.7)),
    menuConfig: Object.fromEntries(some(sideMenu, 0.1).map(({ id }) => [id, { enabled: chance(0.5) }])),
    principal: pick(
      [
        providerPrincipal,
        engineerPrincipal,
        { ...engineerPrincipal, accountType: 'THIRD_PARTY_ENGINEER' },
        { ...providerPrincipal, permissions: [], rootFacility: false },
        null,
      ],
      null,
    ),
  });
}
