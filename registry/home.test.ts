import { installedOf, providerPrincipal, resolveInput } from './samples.ts';
import { resolve } from './resolve.ts';
import { expect, it } from 'vitest';
import type { Lander } from '@sinter/sdk/contract/host/landing';
import { homeOf } from './home.ts';

const plugin = (id: string, path: string, order: number) =>
  installedOf({
    id,
    contributes: {
      pages: [
        {
          id: 'list',
          path,
          title: 'page.list',
          guard: { kind: 'member' },
          menu: { section: 'orders', order, icon: 'orders', label: 'page.list' },
        },
      ],
    },
  });
const installed = [plugin('orders', '/service-provider', 1), plugin('catalog', '/service-provider/part-inventory', 2)];
const user = {
  emailVerfied: true,
  secondFactorDue: false,
  dashboard: 'STANDARD',
  defaultRole: 'ROLE_SERVICE_PROVIDER',
  memberRoles: ['SP_ADMIN'],
} satisfies Lander;

it.each([
  ['the landing page', [], '/service-provider'],
  ['the first screen of the menu while that is switched off', ['orders'], '/service-provider/part-inventory'],
  [
    'the landing page, which says why it is not there, where there is no other',
    ['orders', 'catalog'],
    '/service-provider',
  ],
])('leads to %s', (_what, disabledPlugins, home) => {
  const manifest = resolve(resolveInput({ installed, disabledPlugins, principal: providerPrincipal }));
  expect(homeOf({ manifest, user })).toBe(home);
});

it('leads those who make parts to the work center, while that is there', () => {
  const floor = plugin('production', '/service-provider/work-center', 3);
  const homeAs = (memberRoles: Lander['memberRoles'], disabledPlugins: string[] = []) =>
    homeOf({
      manifest: resolve(
        resolveInput({ installed: [...installed, floor], disabledPlugins, principal: providerPrincipal }),
      ),
      user: { ...user, memberRoles },
    });
  expect(homeAs(['SP_NON_ADMIN'])).toBe('/service-provider/work-center');
  expect(homeAs(['LOT_USER'])).toBe('/service-provider/work-center');
  expect(homeAs(['SP_NON_ADMIN', 'SP_MANAGER'])).toBe('/service-provider');
  expect(homeAs(['SP_NON_ADMIN'], ['production'])).toBe('/service-provider');
});
