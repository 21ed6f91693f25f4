import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import {
  appStoreEnabled,
  compareExtension,
  type extensionInstallSchema,
  type extensionSchema,
  listExtensions,
  readExtension,
} from '@sinter/sdk/contract/host/extensions';
import { satisfies } from '#registry/versions';
import sdk from '../../../sdk/package.json' with { type: 'json' };
import { packageProblem } from '../modules/problems.ts';
import { say } from '../say.ts';
import { differenceOf } from './difference.ts';
import {
  isNewer,
  lacking,
  packagesById,
  packagesOf,
  publishedPackages,
  type StoredPackage,
  stateOf,
  textOf,
  titleOf,
  toldOf,
  wishesOf,
} from './packageRows.ts';
import type { Parts } from './parts.ts';
import { isFor } from './rollout.ts';
import type { RoomDb } from './tables.ts';

type Shown = z.input<typeof extensionSchema>;
export type ShownInstall = z.input<typeof extensionInstallSchema>;

export interface Viewer {
  facilityId: number;
  language: string;
}

export function handleMarketplace(parts: Parts): void {
  const { handle, db, states } = parts;

  handle(appStoreEnabled, async ({ facilityId }) => ({
    enabled: (await states.ofFacility(facilityId)).flags['APP_STORE'] === true,
  }));

  handle(listExtensions, async ({ facilityId, activeSession }) => {
    const viewer = { facilityId, language: activeSession.user.language };
    const published = await publishedPackages(db);
    const installed = await installsOf(db, facilityId);
    const ids = [...new Set([...published.map(({ pluginId }) => pluginId), ...installed.keys()])].sort();
    const extensions = await Promise.all(
      ids.map((id) =>
        show(
          parts,
          viewer,
          published.filter(({ pluginId }) => pluginId === id),
          installed.get(id) ?? null,
        ),
      ),
    );
    return { extensions: extensions.filter((one) => one !== null) };
  });

  handle(readExtension, async ({ facilityId, activeSession }, { params: { id } }) => {
    const viewer = { facilityId, language: activeSession.user.language };
    const published = (await packagesOf(db, id)).filter(({ state }) => state === 'PUBLISHED');
    const shown = await show(parts, viewer, published, (await installsOf(db, facilityId)).get(id) ?? null);
    if (!shown) throw new CallError('NOT_FOUND');
    return {
      ...shown,
      versions: published
        .filter((one) => isFor(one, facilityId))
        .map((one) => ({
          version: one.version,
          tier: one.tier,
          publishedAt: one.publishedAt?.toISOString() ?? '',
          changes: one.changes,
          bytes: one.bytes,
          scopes: wishesOf(one, viewer.language),
        })),
    };
  });

  handle(compareExtension, async ({ facilityId, activeSession }, { params: { id }, query: { from, to } }) => {
    const known = (await packagesOf(db, id)).filter(
      ({ publishedAt, state }) => publishedAt !== null && state !== 'REJECTED',
    );
    const [before, after] = [from, to].map((version) => known.find((one) => one.version === version));
    if (!after || !isFor(after, facilityId) || (from !== undefined && !before)) throw new CallError('NOT_FOUND');
    return differenceOf(db, before ?? null, after, activeSession.user.language);
  });
}

export interface InstallRow {
  packageId: number;
  previousId: number | null;
  waitingId: number | null;
  pinned: boolean;
  grants: readonly string[];
  installedAt: Date;
  updatedAt: Date;
}

/** What a facility has, by plugin. */
export async function installsOf(db: RoomDb, facilityId: number): Promise<Map<string, InstallRow>> {
  const rows = await db.selectFrom('extension_install').selectAll().where('facility_id', '=', facilityId).execute();
  return new Map(
    rows.map((row) => [
      row.plugin_id,
      {
        packageId: row.package_id,
        previousId: row.previous_package_id,
        waitingId: row.waiting_package_id,
        pinned: row.pinned,
        grants: row.grants,
        installedAt: row.installed_at,
        updatedAt: row.updated_at,
      },
    ]),
  );
}

/** The newest version that a facility may have; `published` begins with the newest. */
export const offered = (published: readonly StoredPackage[], facilityId: number): StoredPackage | undefined =>
  published.find((one) => one.state === 'PUBLISHED' && isFor(one, facilityId));

async function show(
  parts: Parts,
  viewer: Viewer,
  published: readonly StoredPackage[],
  install: InstallRow | null,
): Promise<Shown | null> {
  const { facilityId, language } = viewer;
  const newest = offered(published, facilityId);
  const installed = install && (await showInstall(parts, viewer, install, newest));
  const shown = newest ?? (install && (await packagesById(parts.db, [install.packageId])).get(install.packageId));
  if (!shown) return null;
  const { descriptor } = shown;
  const { pages, slots } = descriptor.contributes;
  const obstacle = await obstacleOf(parts, shown);
  return {
    id: shown.pluginId,
    title: titleOf(shown, language),
    description: descriptor.description === undefined ? null : textOf(shown, descriptor.description, language),
    publisher: shown.publisher,
    license: descriptor.license ?? null,
    version: shown.version,
    tier: shown.tier,
    scopes: wishesOf(shown, language),
    events: descriptor.events,
    told: toldOf(shown, language),
    pages: pages.map(({ title, path }) => ({ title: textOf(shown, title, language), path })),
    slots: slots.map(({ slot }) => slot),
    hasSettings: descriptor.config !== undefined,
    backend: descriptor.backend?.url ?? null,
    publishedAt: shown.publishedAt?.toISOString() ?? '',
    installed,
    obstacle: obstacle && { message: obstacle.message, said: obstacle.said },
  };
}

/** Why a version cannot run on this server. */
export async function obstacleOf({ packages, shared, atHome }: Parts, one: StoredPackage) {
  const { descriptor } = one;
  if ((await packages.built()).some(({ descriptor: { id } }) => id === one.pluginId)) return say('extension.builtIn');
  if (!satisfies(sdk.version, descriptor.sdk)) {
    return say('module.otherSdk', { range: descriptor.sdk, version: sdk.version });
  }
  const known = await shared();
  const modules = descriptor.shared.filter((module) => !known.includes(module));
  if (modules.length > 0) return say('module.notShared', { modules });
  return packageProblem(stateOf(one, atHome));
}

export async function showInstall(
  { db, atHome, states }: Parts,
  { facilityId, language }: Viewer,
  install: InstallRow,
  newest: StoredPackage | undefined,
): Promise<ShownInstall> {
  const { packageId, previousId, waitingId } = install;
  const ids = [packageId, previousId, waitingId].filter((id) => id !== null);
  const [packages, state] = await Promise.all([packagesById(db, ids), states.ofFacility(facilityId)]);
  const [present, previous, waiting] = [packageId, previousId, waitingId].map((id) => packages.get(id ?? 0));
  if (!present) throw new CallError('NOT_FOUND');
  const problem = packageProblem(stateOf(present, atHome));
  return {
    version: present.version,
    pinned: install.pinned,
    grants: [...install.grants],
    previousVersion: previous?.version ?? null,
    waiting: waiting
      ? {
          version: waiting.version,
          scopes: wishesOf(waiting, language).filter(({ scope }) => lacking(waiting, install.grants).includes(scope)),
        }
      : null,
    update: newest && isNewer(newest.version, present.version) ? newest.version : null,
    problem: problem && { message: problem.message, said: problem.said },
    enabled: !state.disabledPlugins.includes(present.pluginId),
    installedAt: install.installedAt.toISOString(),
    updatedAt: install.updatedAt.toISOString(),
  };
}
