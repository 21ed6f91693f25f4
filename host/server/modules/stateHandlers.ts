import { sql } from 'kysely';
import { CallError, type Contract, type FlagKey, type Principal } from '@sinter/sdk/contract';
import {
  listRegistryRevisions,
  previewRegistry,
  readRegistryState,
  type RegistryState,
  saveRegistryState,
} from '@sinter/sdk/contract/host/registry';
import { hostPages } from '#registry/hostPages';
import { builtInMenus, type MenuItem } from '#registry/menu';
import { matchPath } from '#registry/paths';
import type { InstalledPlugin } from '#registry/resolve';
import { choicesOf, everybodyOf, impactOf, stateOf } from '#registry/state';
import type { Parts } from './parts.ts';
import { labelOf } from '../registered.ts';
import type { RoomDb } from './tables.ts';
import { resolveInputOf } from './manifest.ts';
import { changeRegistry, lastRevision, writeState } from './revisions.ts';
import { readState } from './storedState.ts';
import { switchedOff } from './switchedOff.ts';
import { say } from '../say.ts';

/** The state of a facility's registry: reading, previewing and saving it, and its earlier revisions. */
export function handleRegistryStates(host: Parts): void {
  const { handle, db, states, packages, registered } = host;
  handle(readRegistryState, async ({ facilityId }) => {
    const [present, installed, revision] = await Promise.all([
      states.ofFacility(facilityId),
      packages.installed(facilityId),
      lastRevision(db, facilityId),
    ]);
    const state = stateOf(present, registered.flags);
    return {
      state,
      features: registered.flags.map(({ key, title, default: byDefault }) => ({
        key,
        label: labelOf(key, title),
        enabled: present.flags[key] ?? byDefault,
        byDefault,
        hasScreen: hasScreen(key, installed),
      })),
      menu: menuEntries(installed).map((entry) => ({ ...entry, change: state.menu[entry.id] ?? {} })),
      revision: revision ?? 0,
    };
  });

  handle(previewRegistry, async ({ facilityId, user }, { body }) => {
    const [present, reach] = await Promise.all([resolveInputOf(host, facilityId), readReach(db, user, facilityId)]);
    requireSwitchable(body, present.installed);
    const principals = everybodyOf(
      { facilityId, root: user.rootFacility },
      registered.permissions.map(({ id }) => id),
    );
    const impact = impactOf(present, body, principals, registered.flags);
    return { ...impact, ...reach, calls: lostCalls(registered, present, body) };
  });

  handle(saveRegistryState, async ({ facilityId, user, write }, { body: { revision, ...asked } }) => {
    requireSwitchable(asked, await packages.installed(facilityId));
    const who = { facilityId, userId: user.userId };
    const saved = await write(async (unit) => {
      const change = await changeRegistry(unit, states, who, (present, last) => {
        if (last !== revision) throw new CallError('CONFLICT');
        return writeState(unit, who, present, asked, states.knownFlags);
      });
      if (change.changes.length > 0) {
        await unit.audit({
          action: 'registry.changed',
          objectKind: 'REGISTRY',
          objectId: String(change.revision),
          before: change.before,
          after: change.after,
        });
      }
      return change;
    });
    states.forget();
    return { revision: saved.revision };
  });

  handle(listRegistryRevisions, async ({ facilityId, user }, { query: { page, size } }) => {
    const own = db.selectFrom('registry_revision').where('facility_id', '=', facilityId);
    const [rows, { count }] = await Promise.all([
      own
        .leftJoin('app_user', 'app_user.id', 'registry_revision.changed_by')
        .select(['revision', 'state', 'changes', 'changed_at', 'first_name', 'last_name'])
        .orderBy('revision', 'desc')
        .limit(size)
        .offset(page * size)
        .execute(),
      own.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ]);
    if (count === 0) return { revisions: page === 0 ? [await delivered(user, facilityId)] : [], totalCount: 1 };
    return {
      revisions: rows.map((row) => ({
        revision: row.revision,
        at: row.changed_at.toISOString(),
        by: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
        state: readState(row.state),
        changes: row.changes,
      })),
      totalCount: count,
    };
  });

  /** Nothing was ever changed: the one state there is. */
  async function delivered(user: Principal, facilityId: number) {
    const [present, facility] = await Promise.all([
      states.of(user),
      db.selectFrom('facility').select('created_at').where('id', '=', facilityId).executeTakeFirstOrThrow(),
    ]);
    return {
      revision: 0,
      at: facility.created_at.toISOString(),
      by: '',
      state: stateOf(present, registered.flags),
      changes: [],
    };
  }
}

/** Entries that have a screen, or an address outside; those of screens that are not installed cannot be shown anyway. */
function menuEntries(installed: readonly InstalledPlugin[]) {
  const screens = [...hostPages, ...installed.flatMap(({ descriptor }) => descriptor.contributes.pages)];
  const hasScreen = ({ path }: MenuItem): boolean =>
    path === null || screens.some((screen) => matchPath(screen.path, path) !== null);
  const areas = { SIDE: builtInMenus.side, TOP: builtInMenus.top, PROFILE: builtInMenus.profile };
  const builtIn = (['SIDE', 'TOP', 'PROFILE'] as const).flatMap((area) =>
    areas[area]
      .filter(hasScreen)
      .map(({ id, label, path, hidden = false }) => ({ id, label, area, path: path ?? '', hidden })),
  );
  const covered = new Set(builtIn.map(({ path }) => path));
  const contributed = installed.flatMap(({ descriptor }) =>
    descriptor.contributes.pages.flatMap(({ id, path, menu }) =>
      menu && !covered.has(path)
        ? [
            {
              id: `${descriptor.id}/${id}`,
              label: `${descriptor.id}:${menu.label}`,
              area: 'SIDE' as const,
              path,
              hidden: false,
            },
          ]
        : [],
    ),
  );
  return [...builtIn, ...contributed];
}

/** Is there a screen for what the flag switches? A flag without screens of its own lacks none. */
function hasScreen(flag: FlagKey, installed: readonly InstalledPlugin[]): boolean {
  const pages = installed.flatMap(({ descriptor }) => descriptor.contributes.pages);
  const entries = builtInMenus.side.filter((item) => item.flag === flag);
  if (entries.length === 0 || pages.some((page) => page.flag === flag)) return true;
  return entries.some(({ path: wanted }) => wanted !== null && pages.some(({ path }) => matchPath(path, wanted)));
}

function requireSwitchable({ disabledModules }: RegistryState, installed: readonly InstalledPlugin[]): void {
  const fixed = installed.find(
    ({ descriptor: { id, canBeSwitchedOff } }) => !canBeSwitchedOff && disabledModules.includes(id),
  );
  if (fixed) throw new CallError('FORBIDDEN', say('staysOn', { module: fixed.descriptor.title }));
}

/** Calls that answer now and would not with `asked`. */
function lostCalls(
  { calls, flags: known }: Contract,
  { installed, disabledPlugins, flags }: Awaited<ReturnType<typeof resolveInputOf>>,
  asked: RegistryState,
): string[] {
  const descriptors = installed.map(({ descriptor }) => descriptor);
  const to = choicesOf(asked, known);
  const [offNow, offThen] = [switchedOff(descriptors, disabledPlugins), switchedOff(descriptors, to.disabledPlugins)];
  return calls
    .filter(({ owner, flag }) => !offNow.has(owner) && (!flag || flags[flag]))
    .filter(({ owner, flag }) => offThen.has(owner) || (flag && !to.flags[flag]))
    .map(({ method, path }) => `${method} ${path}`);
}

/** How many people a change reaches, and how many of them are here now. Buyers are in the root facility's shop. */
async function readReach(db: RoomDb, user: Principal, facilityId: number) {
  const reached = user.rootFacility
    ? sql<boolean>`(membership.facility_id = ${facilityId} or membership.company_id is not null)`
    : sql<boolean>`membership.facility_id = ${facilityId}`;
  const looking = user.rootFacility
    ? sql<boolean>`(coalesce(session.facility_id, membership.facility_id) = ${facilityId} or membership.company_id is not null)`
    : sql<boolean>`coalesce(session.facility_id, membership.facility_id) = ${facilityId}`;
  const [people, signedIn] = await Promise.all([
    db
      .selectFrom('membership')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select(sql<number>`count(distinct membership.user_id)`.as('count'))
      .where('app_user.disabled', '=', false)
      .where('membership.disabled', '=', false)
      .where(reached)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('session')
      .innerJoin('membership', 'membership.id', 'session.membership_id')
      .select(sql<number>`count(distinct session.user_id)`.as('count'))
      .where('session.expires_at', '>', new Date())
      .where(sql<boolean>`session.last_seen_at > now() - make_interval(mins => session.idle_minutes)`)
      .where(looking)
      .executeTakeFirstOrThrow(),
  ]);
  return { people: people.count, signedIn: signedIn.count };
}
