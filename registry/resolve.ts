import { refusal } from '@sinter/sdk/contract/guard';
import type { Guard, Principal } from '@sinter/sdk/contract/guard';
import type { FlagKey } from '@sinter/sdk/contract/flags';
import { appEntryId } from './apps.ts';
import type { LinkApp } from './apps.ts';
import { contentHash } from './canonical.ts';
import { isVendor, sectionSchema } from './terms.ts';
import type { Tier } from './terms.ts';
import type { Descriptor, PageDescriptor } from './descriptor.ts';
import type { Flags } from './flags.ts';
import type { HostPage } from './hostPages.ts';
import type {
  Absence,
  AbsenceCode,
  Manifest,
  ManifestEntry,
  ManifestPage,
  ManifestPlugin,
  ManifestRegistry,
} from './manifest.ts';
import { badgeOf, isMeantFor, userKind } from './menu.ts';
import type { MenuChange, MenuConfig, MenuItem, Menus, SideMenuItem } from './menu.ts';
import { languageOf } from './packages.ts';
import type { PackageFiles, PackageSignature } from './packages.ts';
import { matchPath, pathShape } from './paths.ts';
import { satisfies } from './versions.ts';

/** The state of a plugin's build on this server. */
export type PackageState =
  | {
      state: 'ready';
      baseUrl: string;
      files: PackageFiles;
      texts: PackageTexts;
      /** `page` when left out. */
      tier?: Tier;
      /** Its author tries it: it comes from no registry. */
      local?: true;
      /** What the browser checks it by; left out where there is nothing to check. */
      signed?: { signature: PackageSignature; publicKey: string };
    }
  | { state: 'server-only' }
  | { state: 'not-built' }
  | { state: 'not-verified'; /** `null`: the list of its files cannot be read. */ changedFile: string | null }
  | { state: 'not-signed' }
  | { state: 'revoked'; keyId: string; reason: string }
  | { state: 'blocked'; reason: string }
  | { state: 'twice'; folders: readonly string[] };

/** A folder among the plugins whose `plugin.json` cannot be read. */
export interface BrokenPlugin {
  file: string;
  problem: string;
}

/** Language to text by key, as in the package's `locales/`. */
export type PackageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface InstalledPlugin {
  descriptor: Descriptor;
  package: PackageState;
}

export interface ResolveInput {
  installed: readonly InstalledPlugin[];
  broken: readonly BrokenPlugin[];
  menus: Menus;
  /** Pages that the host itself serves. */
  hostPages: readonly HostPage[];
  /** Version of @sinter/sdk, and the modules that the host shares. */
  host: { sdk: string; shared: readonly string[] };
  flags: Flags;
  /** Plugins switched off for the facility. */
  disabledPlugins: readonly string[];
  menuConfig: MenuConfig;
  /** The facility's links to other applications. */
  apps: readonly LinkApp[];
  registry: ManifestRegistry;
  facilityId: number | null;
  /** `null`: the visitor is not signed in. */
  principal: Principal | null;
}

interface Reason {
  code: AbsenceCode;
  text: string;
}
const because = (code: AbsenceCode, text: string): Reason => ({ code, text });

/**
 * What this user sees in this facility, and why everything else is missing. Pure: equal input gives an equal answer.
 */
export function resolve(input: ResolveInput): Manifest {
  const { absentPlugins, present } = resolvePlugins(input);
  const pages = resolvePages(input, absentPlugins);
  const menus = resolveMenus(input, pages);

  const absent: Absence[] = [];
  for (const [id, reason] of absentPlugins) absent.push({ kind: 'plugin', id, ...reason });
  for (const page of pages) {
    if (page.reason) absent.push({ kind: 'page', id: page.id, path: page.page.path, ...page.reason });
  }
  absent.push(...menus.absent);
  for (const { file, problem } of input.broken) {
    absent.push({ kind: 'plugin', id: file, ...because('broken', `${file}: ${problem}`) });
  }

  const shown = (pluginId: string): ManifestPage[] =>
    pages
      .filter((page) => page.pluginId === pluginId && !page.reason)
      .map(({ page: { id, path, title, layout } }) => ({ id, path, title, layout }));
  const loaded = new Set(present.map(({ descriptor }) => descriptor.id));
  const side = sectionSchema.options
    .map((section) => ({
      section,
      entries: menus.side.filter((one) => one.section === section).map((one) => one.entry),
    }))
    .filter(({ entries }) => entries.length > 0);
  const settings = present.flatMap(({ descriptor }) =>
    descriptor.contributes.settings
      .filter(({ path }) => pages.some((page) => !page.reason && matchPath(page.page.path, path)))
      .map(({ id, section, title, path }) => ({
        id: `${descriptor.id}/${id}`,
        section,
        title: `${descriptor.id}:${title}`,
        path,
      })),
  );
  const entries = [...side.flatMap((section) => section.entries), ...menus.profile, ...menus.top];
  const signed = present.flatMap(({ built }) => built.signed ?? []);
  const content: Omit<Manifest, 'revision' | 'registry'> = {
    schema: 1,
    facilityId: input.facilityId,
    keys: Object.fromEntries(signed.map(({ signature, publicKey }) => [signature.keyId, publicKey])),
    plugins: present.map(({ descriptor, built }) => manifestPlugin(descriptor, built, shown(descriptor.id), loaded)),
    menu: side,
    profileMenu: menus.profile,
    topNav: menus.top,
    settings,
    labels: labelTexts(present, [...entries.map(({ label }) => label), ...settings.map(({ title }) => title)]),
    flags: input.flags,
    absent,
  };
  return { ...content, revision: contentHash(content), registry: input.registry };
}

// Plugins

interface PresentPlugin {
  descriptor: Descriptor;
  built: Extract<PackageState, { state: 'ready' }>;
}

/** Our own plugins come first: when two claim the same path, a vendor's never displaces ours. */
const byPrecedence = (one: InstalledPlugin, other: InstalledPlugin): number =>
  Number(isVendor(one.descriptor.id)) - Number(isVendor(other.descriptor.id)) ||
  (one.descriptor.id < other.descriptor.id ? -1 : 1);

/** Browsers load nothing of a plugin with a server half only, but other plugins may require it. */
type RunningPlugin = PresentPlugin | { descriptor: Descriptor; built: null };

function resolvePlugins(input: ResolveInput): { present: PresentPlugin[]; absentPlugins: Map<string, Reason> } {
  const absentPlugins = new Map<string, Reason>();
  const waiting = new Map<string, RunningPlugin>();
  for (const plugin of [...input.installed].sort(byPrecedence)) {
    const { descriptor, package: built } = plugin;
    const reason = ownReason(plugin, input);
    if (reason) absentPlugins.set(descriptor.id, reason);
    else if (built.state === 'server-only') waiting.set(descriptor.id, { descriptor, built: null });
    else if (built.state === 'ready') waiting.set(descriptor.id, { descriptor, built });
  }
  const running = new Map<string, RunningPlugin>();
  for (let progress = true; progress;) {
    progress = false;
    for (const [id, plugin] of waiting) {
      if (!plugin.descriptor.requires.every((required) => running.has(required))) continue;
      running.set(id, plugin);
      waiting.delete(id);
      progress = true;
    }
  }
  for (const [id, { descriptor }] of waiting) {
    const lacking = descriptor.requires.filter((required) => !running.has(required)).join(', ');
    const reason = requiresItself(id, waiting)
      ? because('dependency-cycle', `It and ${lacking} require each other.`)
      : because('dependency-off', `It requires ${lacking}, which is not available.`);
    absentPlugins.set(id, reason);
  }
  const present = [...running.values()].filter((plugin): plugin is PresentPlugin => plugin.built !== null);
  return { present, absentPlugins };
}

function ownReason({ descriptor, package: built }: InstalledPlugin, input: ResolveInput): Reason | null {
  if (descriptor.canBeSwitchedOff && input.disabledPlugins.includes(descriptor.id)) {
    return because('module-off', `${descriptor.title} is switched off for this facility.`);
  }
  if (!satisfies(input.host.sdk, descriptor.sdk)) {
    return because('incompatible', `It runs on SDK ${descriptor.sdk}; this is ${input.host.sdk}.`);
  }
  const missing = descriptor.shared.filter((module) => !input.host.shared.includes(module));
  if (missing.length > 0) return because('incompatible', `This host does not share ${missing.join(', ')}.`);
  if (built.state === 'server-only') return null;
  if (built.state === 'twice') return because('broken', `Several folders have this id: ${built.folders.join(', ')}.`);
  if (built.state === 'not-signed') return because('not-signed', 'Nobody has signed its package.');
  if (built.state === 'revoked') {
    return because('revoked', `The key ${built.keyId} that has signed it is revoked: ${built.reason}`);
  }
  if (built.state === 'blocked') return because('blocked', `This version was stopped: ${built.reason}`);
  if (built.state === 'not-built') return because('not-built', 'Its package has not been built.');
  if (built.state === 'not-verified') {
    const { changedFile } = built;
    return because('not-verified', changedFile === null ? 'Its files are unknown.' : `${changedFile} was changed.`);
  }
  if (built.files.id !== descriptor.id || built.files.version !== descriptor.version) {
    return because(
      'not-verified',
      `The package is ${built.files.id} ${built.files.version}, not ${descriptor.version}.`,
    );
  }
  return null;
}

function requiresItself(id: string, plugins: ReadonlyMap<string, RunningPlugin>): boolean {
  const seen = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const required of plugins.get(next)?.descriptor.requires ?? []) {
      if (required === id) return true;
      if (!seen.has(required)) open.push(required);
      seen.add(required);
    }
  }
  return false;
}

function manifestPlugin(
  descriptor: Descriptor,
  built: PresentPlugin['built'],
  pages: ManifestPage[],
  loaded: ReadonlySet<string>,
): ManifestPlugin {
  const { entry, styles, files, depcache } = built.files;
  const locales = Object.keys(files).flatMap((path) => {
    const language = languageOf(path);
    return language ? [[language, built.baseUrl + path]] : [];
  });
  return {
    id: descriptor.id,
    version: descriptor.version,
    publisher: descriptor.publisher,
    // Our own plugins are part of what the host is made of.
    tier: isVendor(descriptor.id) ? (built.tier ?? 'page') : 'page',
    baseUrl: built.baseUrl,
    entry,
    styles,
    files,
    depcache,
    signature: built.signed?.signature ?? null,
    locales: Object.fromEntries(locales),
    pages,
    slots: descriptor.contributes.slots,
    subscribes: descriptor.events.subscribes,
    startsAfter: descriptor.startsAfter.filter((required) => loaded.has(required)),
    minimal: descriptor.embed.minimal,
    ...(built.local && { local: true }),
  };
}

/** The texts of plugins that menus and cards show: most of those plugins never run. */
function labelTexts(present: readonly PresentPlugin[], labels: readonly string[]): Manifest['labels'] {
  const found: Manifest['labels'] = {};
  for (const { descriptor, built } of present) {
    const keys = labels
      .filter((label) => label.startsWith(`${descriptor.id}:`))
      .map((label) => label.slice(descriptor.id.length + 1));
    for (const [language, texts] of Object.entries(keys.length > 0 ? built.texts : {})) {
      const own = keys.flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]] as const]));
      if (own.length > 0) found[language] = { ...found[language], [descriptor.id]: Object.fromEntries(own) };
    }
  }
  return found;
}

// Pages

interface ResolvedPage {
  pluginId: string;
  /** `<plugin id>/<page id>` */
  id: string;
  page: PageDescriptor;
  reason: Reason | null;
}

function flagReason(flag: FlagKey | undefined, flags: Flags): Reason | null {
  return flag && !flags[flag] ? because('flag-off', `The feature ${flag} is off for this facility.`) : null;
}

function guardReason(guard: Guard, principal: Principal | null): Reason | null {
  const refused = refusal(guard, principal);
  if (!refused) return null;
  if (refused.code === 'UNAUTHENTICATED') return because('not-permitted', 'Nobody is signed in.');
  if (refused.code === 'EMAIL_NOT_VERIFIED') return because('not-permitted', 'The e-mail address is not verified.');
  if (refused.code === 'SECOND_FACTOR_REQUIRED')
    return because('not-permitted', 'A second factor must be set up first.');
  return because('not-permitted', `It needs ${refused.missing}.`);
}

function resolvePages(input: ResolveInput, absentPlugins: ReadonlyMap<string, Reason>): ResolvedPage[] {
  const taken = new Map(input.hostPages.map(({ path }) => [pathShape(path), 'the host']));
  const pages: ResolvedPage[] = [];
  for (const { descriptor } of [...input.installed].sort(byPrecedence)) {
    for (const page of descriptor.contributes.pages) {
      const shape = pathShape(page.path);
      const owner = taken.get(shape);
      const reason =
        absentPlugins.get(descriptor.id) ??
        flagReason(page.flag, input.flags) ??
        guardReason(page.guard, input.principal) ??
        (owner ? because('path-taken', `${page.path} is a page of ${owner}.`) : null);
      if (!reason) taken.set(shape, descriptor.id);
      pages.push({ pluginId: descriptor.id, id: `${descriptor.id}/${page.id}`, page, reason });
    }
  }
  return pages;
}

// Menus

interface ResolvedMenus {
  side: { section: SideMenuItem['section']; entry: ManifestEntry }[];
  profile: ManifestEntry[];
  top: ManifestEntry[];
  absent: Absence[];
}

/** A menu entry before the decision: its place, what it shows, and why it might be missing. */
interface Candidate<T> {
  order: number;
  item: T;
  entry: ManifestEntry;
  reason: Reason | null;
}

function resolveMenus(input: ResolveInput, pages: readonly ResolvedPage[]): ResolvedMenus {
  const { principal, menus, menuConfig, apps } = input;
  const menusOfUser: ResolvedMenus = { side: [], profile: [], top: [], absent: [] };
  if (!principal) return menusOfUser;

  function settle<T>(candidates: Candidate<T>[]): Candidate<T>[] {
    for (const { entry, reason } of candidates) {
      if (reason) menusOfUser.absent.push({ kind: 'menu', id: entry.id, path: entry.path, ...reason });
    }
    return candidates.filter(({ reason }) => !reason).sort((one, other) => one.order - other.order);
  }
  const builtIn = <T extends MenuItem>(list: readonly T[]): Candidate<T>[] =>
    list
      .filter((item) => isMeantFor(item, principal))
      .map((item, index) => {
        const change = menuConfig[item.id] ?? {};
        const path = change.url ?? item.path ?? '';
        const external = path === '' || path.startsWith('https://');
        const reason =
          hiddenReason(change.enabled ?? !item.hidden) ??
          flagReason(item.flag, input.flags) ??
          guardReason(item.guard, principal) ??
          targetReason(path, external, input, pages);
        return {
          order: change.order ?? (index + 1) * 10,
          item,
          entry: { ...shownAs(item, change), id: item.id, label: item.label, path, external, icon: item.icon },
          reason,
        };
      });

  const side = builtIn(menus.side);
  const covered = new Set(side.map(({ entry }) => entry.path));
  const contributed = pages.flatMap((resolved): Candidate<Pick<SideMenuItem, 'section'>>[] => {
    const { menu, path } = resolved.page;
    if (!menu || covered.has(path)) return [];
    const change = menuConfig[resolved.id] ?? {};
    return [
      {
        order: change.order ?? menu.order,
        item: { section: menu.section },
        entry: {
          id: resolved.id,
          label: `${resolved.pluginId}:${menu.label}`,
          ...shownAs(menu, change),
          path,
          external: false,
          icon: menu.icon,
        },
        reason: hiddenReason(change.enabled ?? true) ?? resolved.reason,
      },
    ];
  });

  // Only the service provider's menu has apps (specification 2.6).
  const ofApps = (userKind(principal) === 'provider' ? apps : []).map(
    (app, index): Candidate<Pick<SideMenuItem, 'section'>> => {
      const id = appEntryId(app);
      const change = menuConfig[id] ?? {};
      return {
        order: change.order ?? (index + 1) * 10,
        item: { section: app.internalApp ? 'internal-apps' : 'apps' },
        entry: {
          id,
          label: '',
          ...shownAs({}, { label: app.name, ...change }),
          path: app.opens,
          external: true,
          icon: 'app',
          logo: app.logo ?? undefined,
        },
        reason: hiddenReason(change.enabled ?? app.enabled),
      };
    },
  );

  menusOfUser.side = settle<Pick<SideMenuItem, 'section'>>([...side, ...contributed, ...ofApps]).map(
    ({ item, entry }) => ({
      section: item.section,
      entry,
    }),
  );
  menusOfUser.profile = settle(builtIn(menus.profile)).map(({ entry }) => entry);
  menusOfUser.top = settle(builtIn(menus.top)).map(({ entry }) => entry);
  return menusOfUser;
}

/** What an administrator has changed about how an entry looks and opens. */
const shownAs = (item: { badge?: string; badgeHidden?: true }, change: MenuChange) => ({
  text: change.label,
  texts: change.labels,
  badge: badgeOf(item, change),
  newTab: change.newTab,
});

const hiddenReason = (enabled: boolean): Reason | null =>
  enabled ? null : because('hidden', 'Hidden in the menu configuration.');

/** An entry is shown only when its target exists. */
function targetReason(
  path: string,
  external: boolean,
  input: ResolveInput,
  pages: readonly ResolvedPage[],
): Reason | null {
  if (external)
    return path === '' ? because('not-configured', 'The menu configuration gives no address for it.') : null;
  const serving = pages.filter(({ page }) => matchPath(page.path, path));
  if (serving.some(({ reason }) => !reason)) return null;
  const own = input.hostPages.find((page) => matchPath(page.path, path));
  if (own) return guardReason(own.guard, input.principal);
  return serving[0]?.reason ?? because('not-installed', 'No installed module has a screen for it.');
}
