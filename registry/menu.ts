import * as z from 'zod';
import type { FlagKey } from '@sinter/sdk/contract/flags';
import { anyMember, engineer, member, provider, providerNotKiosk } from '@sinter/sdk/contract/guard';
import type { Guard, MemberConditions, Principal } from '@sinter/sdk/contract/guard';
import { menuChangeSchema } from '@sinter/sdk/contract/host/registry';
import type { Icon, Section } from './terms.ts';

export type UserKind = 'provider' | 'engineer' | 'third-party';
export function userKind(principal: Principal): UserKind {
  if (principal.role === 'ROLE_SERVICE_PROVIDER') return 'provider';
  return principal.accountType === 'THIRD_PARTY_ENGINEER' ? 'third-party' : 'engineer';
}

export interface MenuItem {
  /** Must not change: the changes of administrators are stored by this id. */
  id: string;
  /** Translation key of the host's texts. */
  label: string;
  /** Address of the entry. `null`: an outside one, which the menu configuration has to give. */
  path: string | null;
  icon: Icon;
  badge?: 'beta' | 'new' | 'historical';
  /** The badge is shown only when the menu configuration gives one. */
  badgeHidden?: true;
  kinds: readonly UserKind[];
  flag?: FlagKey;
  guard: Guard;
  /** `true`: only for users with the store-front dashboard. `false`: only for users without it. */
  storeFront?: boolean;
  /** The entry is shown only when the menu configuration enables it. */
  hidden?: true;
}
export interface SideMenuItem extends MenuItem {
  section: Section;
}

/**
 * Whether this entry is meant for the kind of user that `principal` is. Its guard decides whether the user may use
 * it.
 */
export const isMeantFor = ({ kinds, storeFront }: MenuItem, principal: Principal): boolean =>
  kinds.includes(userKind(principal)) && (storeFront === undefined || storeFront === principal.storeFront);

/** What all entries of a list have in common. Each row then adds what is special to it. */
type Row = Partial<Omit<MenuItem, 'id'>> & Pick<MenuItem, 'icon'>;
const items = (prefix: string, common: Pick<MenuItem, 'kinds' | 'guard'>, rows: Record<string, Row>): MenuItem[] =>
  Object.entries(rows).map(([name, row]) => ({
    id: `${prefix}.${name}`,
    label: `menu.${name}`,
    path: null,
    ...common,
    ...row,
  }));
const section = (name: Section, entries: readonly MenuItem[]): SideMenuItem[] =>
  entries.map((entry) => ({ ...entry, section: name }));

const sp = { kinds: ['provider'], guard: provider() } as const;
const eng = { kinds: ['engineer'], guard: engineer } as const;
const thirdParty = { kinds: ['third-party'], guard: engineer } as const;
const providerWith = (conditions: MemberConditions): Guard =>
  member({ ...conditions, roles: ['ROLE_SERVICE_PROVIDER'] });
const expert = { hidden: true } as const;

const everyone = { kinds: ['provider', 'engineer', 'third-party'], guard: anyMember('Everybody has a home.') } as const;
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const workCenter = { flag: 'WORKPLAN', guard: provider('WORKCENTER_OPERATION_ACCESS') } as const;
const quality = { flag: 'QUALITY_MANAGEMENT', guard: provider('QUALITY_MANAGEMENT_ACCESS') } as const;

/** The side menu of specification 2.6 (service provider) and 2.7 (engineer, third-party engineer). */
export const sideMenu: readonly SideMenuItem[] = [
  ...section('home', items('all', everyone, { home: { path: '/', icon: 'home' } })),
  ...section(
    'orders',
    items('sp', sp, {
      partOrders: { path: '/service-provider', icon: 'orders' },
      digitalCatalog: { path: '/service-provider/digital-catalog', icon: 'catalog', flag: 'DIGITAL_CATALOG' },
      partInventory: { path: '/service-provider/part-inventory', icon: 'part' },
      physicalPartInventory: { path: '/service-provider/physical-part-inventory', icon: 'stock' },
      shipments: { path: '/service-provider/shipments', icon: 'shipment' },
      projects: { path: '/service-provider/projects', icon: 'project' },
      archive: { path: '/service-provider/archive', icon: 'archive' },
    }),
  ),
  ...section(
    'production',
    items('sp', sp, {
      productionPlanning: {
        path: '/service-provider/build-planning-new',
        icon: 'planning',
        flag: 'PRODUCTION_PLANNING',
        guard: planner,
        badge: 'beta',
        badgeHidden: true,
      },
      machinePlatforms: {
        path: '/service-provider/machine-platforms',
        icon: 'platform',
        flag: 'MACHINE_PLATFORMS',
        badge: 'beta',
      },
      productionSchedule: {
        path: '/service-provider/schedules',
        icon: 'schedule',
        flag: 'PRODUCTION_SCHEDULE',
        guard: planner,
      },
      enterpriseScheduler: {
        path: '/service-provider/scheduler-view',
        icon: 'gantt',
        flag: 'ENTERPRISE_SCHEDULER',
        guard: provider('ENTERPRISE_SCHEDULER_VIEW'),
      },
      workCenter: { path: '/service-provider/work-center', icon: 'work-center', ...workCenter, badge: 'new' },
      workCenterHistorical: {
        path: '/service-provider/work-center-old',
        icon: 'history',
        ...workCenter,
        badge: 'historical',
      },
      materialManagement: {
        path: '/service-provider/material-management/batches',
        icon: 'material',
        flag: 'MATERIAL_MANAGEMENT',
        guard: provider('MATERIAL_MANAGEMENT_EDITOR'),
      },
      productionFlow: {
        path: '/service-provider/production-flow',
        icon: 'flow',
        flag: 'PRODUCTION_FLOW',
        guard: provider('PRODUCTION_FLOW_ACCESS'),
      },
    }),
  ),
  ...section(
    'quality',
    items('sp', sp, {
      processNcr: { path: '/service-provider/quality-management/quality-dashboard', icon: 'defect', ...quality },
      partNcr: { path: '/service-provider/quality-management/compliance', icon: 'compliance', ...quality },
      capa: { path: '/service-provider/quality-management/capa', icon: 'corrective-action', ...quality },
    }),
  ),
  ...section(
    'expert',
    items('sp', sp, {
      machineConnectivity: {
        path: '/service-provider/machine-connectivity',
        icon: 'machine',
        flag: 'MACHINE_CONNECTIVITY',
        guard: provider('WORKCENTER_OPERATION_ACCESS'),
        badge: 'beta',
        ...expert,
      },
      materialSearch: { path: '/service-provider/material-search', icon: 'search', flag: 'MATERIAL_SEARCH', ...expert },
    }),
  ),
  ...section(
    'business-intelligence',
    items('sp', sp, {
      analytics: {
        path: '/service-provider/analytics',
        icon: 'analytics',
        guard: provider('ANALYTICS_ACCESS'),
        badge: 'beta',
      },
    }),
  ),
  ...section(
    'admin',
    items('sp', sp, {
      rfqConfig: { path: '/service-provider/rfq/config', icon: 'form', guard: provider('RFQ_CONFIG_EDITOR') },
      storeFrontConfig: { path: '/store-front-config', icon: 'store', guard: provider('STOREFRONT_CONFIG_EDITOR') },
      pricingRules: {
        path: '/pricing-rules',
        icon: 'price',
        flag: 'PRICING_RULES',
        guard: provider('PRICING_RULES_EDITOR'),
      },
      digitalCatalogManagement: {
        path: '/service-provider/digital-catalog-management',
        icon: 'catalog',
        flag: 'DIGITAL_CATALOG',
        guard: provider('DIGITAL_CATALOG_EDITOR'),
      },
      facilityProfile: {
        path: '/service-provider/profile/update',
        icon: 'facility',
        guard: provider('FACILITY_CONFIG_EDITOR'),
      },
      facilities: {
        path: '/service-provider/facilities',
        icon: 'facility',
        guard: providerWith({ rootFacility: true, memberRoles: ['SP_SUPER_ADMIN'] }),
      },
      settings: { path: '/service-provider/settings', icon: 'settings', guard: provider('FACILITY_SETTINGS_EDITOR') },
      customerPortalConfig: {
        path: '/profile/customerPortalConfig',
        icon: 'customer',
        guard: providerWith({ rootFacility: true, permissions: ['CUSTOMER_PORTAL_EDITOR'] }),
      },
      checklist: {
        path: '/service-provider/checklist',
        icon: 'checklist',
        flag: 'CHECKLIST',
        guard: provider('MES_SETTINGS_EDITOR'),
      },
      mesSettings: { path: '/service-provider/settings/mes', icon: 'settings', guard: provider('MES_SETTINGS_EDITOR') },
      qualitySettings: {
        path: '/service-provider/settings/quality-management',
        icon: 'quality',
        flag: 'QUALITY_MANAGEMENT',
        guard: provider('QMS_SETTINGS_EDITOR'),
      },
      machineConnectivitySettings: {
        path: '/service-provider/settings/machine-connectivity',
        icon: 'machine',
        flag: 'MACHINE_CONNECTIVITY',
        guard: provider('MC_SETTINGS_EDITOR'),
      },
      magicsSettings: {
        path: '/service-provider/settings/magics',
        icon: 'plug',
        guard: provider('FACILITY_SETTINGS_EDITOR'),
      },
      quickbooksSettings: {
        path: '/service-provider/settings/quickbooks',
        icon: 'accounting',
        flag: 'ACCOUNTING',
        guard: providerWith({ memberRoles: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'FINANCIAL_CONTROLLER'] }),
      },
      tags: { path: '/service-provider/settings/tags', icon: 'tag', guard: provider('TAGS_SETTINGS_EDITOR') },
      emailConfig: {
        path: '/service-provider/settings/email-config',
        icon: 'mail',
        guard: providerWith({ permissions: ['EMAIL_SETTINGS_EDITOR'], authority: 'ROLE_EMAIL_SETTINGS_EDITOR' }),
      },
      emailTemplates: {
        path: '/service-provider/email-templates',
        icon: 'template',
        flag: 'EMAIL_TEMPLATES',
        guard: provider('EMAIL_TEMPLATE_CONFIG_EDITOR'),
      },
      team: { path: '/service-provider/team', icon: 'team', guard: provider('SP_TEAM_EDITOR') },
      appMarketplace: {
        path: '/service-provider/app-marketplace',
        icon: 'app',
        flag: 'APP_STORE',
        guard: provider('FACILITY_SETTINGS_EDITOR'),
      },
      appMarketplaceAdmin: {
        path: '/service-provider/app-marketplace-admin',
        icon: 'app',
        flag: 'APP_STORE',
        guard: providerWith({ authority: 'ROLE_ADMIN' }),
      },
      webhook: {
        path: '/service-provider/settings/webhook',
        icon: 'webhook',
        flag: 'WEBHOOKS',
        guard: provider('FACILITY_SETTINGS_EDITOR'),
      },
    }),
  ),
  ...section(
    'orders',
    items('eng', eng, {
      orders: { path: '/engineer', icon: 'orders' },
      digitalCatalog: { path: '/engineer/digital-catalog', icon: 'catalog', flag: 'DIGITAL_CATALOG' },
      partInventory: { path: '/engineer/part-inventory', icon: 'part' },
      archive: { path: '/engineer/archive', icon: 'archive' },
      projects: { path: '/engineer/projects', icon: 'project' },
    }),
  ),
  ...section(
    'expert',
    items('eng', eng, {
      materialSearch: { path: '/engineer/material-search', icon: 'search', flag: 'MATERIAL_SEARCH', ...expert },
    }),
  ),
  ...section(
    'admin',
    items('eng', eng, {
      team: {
        path: '/engineer/team',
        icon: 'team',
        guard: member({ roles: ['ROLE_ENGINEER'], permissions: ['ENG_TEAM_EDITOR'] }),
      },
    }),
  ),
  ...section(
    'orders',
    items('tpe', thirdParty, {
      orders: { path: '/engineer', icon: 'orders' },
      partInventory: { path: '/engineer/part-inventory', icon: 'part' },
      digitalCatalog: { path: '/engineer/digital-catalog', icon: 'catalog', flag: 'DIGITAL_CATALOG' },
      archive: { path: '/engineer/archive', icon: 'archive' },
    }),
  ),
];

const buyers = { kinds: ['engineer', 'third-party'], guard: engineer } as const;
const maySwitch = (role: 'ROLE_ENGINEER' | 'ROLE_SERVICE_PROVIDER'): Guard =>
  member({ roles: [role], permissions: ['SWITCH_DASHBOARD'] });

/** The menu behind the user's name (specification 2.3, 2.6, 2.7). */
export const profileMenu: readonly MenuItem[] = [
  ...items('profile.sp', sp, {
    userProfile: { path: '/service-provider/user/profile/update', icon: 'user' },
    apiKeys: { path: '/service-provider/keys', icon: 'key', guard: providerNotKiosk },
  }),
  ...items('profile.store', buyers, {
    userProfile: { path: '/profile/update', icon: 'user', storeFront: true },
  }),
  ...items('profile.eng', buyers, {
    userProfile: { path: '/engineer/user/profile/update', icon: 'user', storeFront: false },
    companyProfile: { path: '/engineer/profile/update', icon: 'facility' },
    apiKeys: { path: '/engineer/keys', icon: 'key', kinds: ['engineer'] },
  }),
  ...items('profile.help', everyone, { knowledgeBase: { icon: 'book' }, support: { icon: 'support' } }),
  ...items('profile.switch', everyone, {
    switchToEngineer: {
      path: '/switch/ROLE_ENGINEER',
      icon: 'switch',
      kinds: ['provider'],
      guard: maySwitch('ROLE_SERVICE_PROVIDER'),
    },
    switchToProvider: {
      path: '/switch/ROLE_SERVICE_PROVIDER',
      icon: 'switch',
      kinds: ['engineer', 'third-party'],
      guard: maySwitch('ROLE_ENGINEER'),
    },
  }),
  ...items('profile.all', everyone, { logout: { path: '/logout', icon: 'sign-out' } }),
];

const shopper = {
  kinds: ['engineer', 'third-party'],
  guard: member({ roles: ['ROLE_ENGINEER'], storeFront: true }),
} as const;

/** The header of the store front (specification 2.3). */
export const topNavigation: readonly MenuItem[] = items('top', shopper, {
  newOrder: { path: '/store-front', icon: 'cart' },
  orderHistory: { path: '/order-history', icon: 'history' },
  projects: { path: '/projects', icon: 'project', label: 'menu.shopProjects' },
  digitalPartInventory: { path: '/digital-part-inventory', icon: 'part' },
  digitalCatalog: { path: '/digital-catalog', icon: 'catalog', flag: 'DIGITAL_CATALOG' },
  requestQuote: { path: '/order/create?from=sf', icon: 'form' },
});

export interface Menus {
  side: readonly SideMenuItem[];
  profile: readonly MenuItem[];
  top: readonly MenuItem[];
}
export const builtInMenus: Menus = { side: sideMenu, profile: profileMenu, top: topNavigation };

/** `configValue` of the menu configuration: changes by the entry's id. */
export const menuConfigSchema = z.record(z.string(), menuChangeSchema);
export type MenuConfig = z.infer<typeof menuConfigSchema>;
export type MenuChange = MenuConfig[string];

/** The badge that is shown; `null`: none. */
export function badgeOf(
  item: { badge?: string; badgeHidden?: true },
  { badge, badgeEnabled }: MenuChange,
): string | null {
  const usual = item.badge ?? null;
  if (badgeEnabled !== undefined) return badgeEnabled ? (badge ?? usual) || null : null;
  if (badge !== undefined) return badge || null;
  return item.badgeHidden ? null : usual;
}
