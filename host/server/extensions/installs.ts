import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import {
  grantExtension,
  installExtension,
  pinExtension,
  rollBackExtension,
  uninstallExtension,
  upgradeExtension,
} from '@sinter/sdk/contract/host/extensions';
import type { Work } from '@sinter/sdk/server';
import type { RequestContext } from '../http/context.ts';
import { changeRegistry, writeState } from '../modules/revisions.ts';
import { say } from '../say.ts';
import { tellChanged } from './changed.ts';
import { extensionData } from './installed.ts';
import { type InstallRow, installsOf, obstacleOf, offered, showInstall, type ShownInstall } from './marketplace.ts';
import { isNewer, lacking, packagesById, packagesOf, type StoredPackage, stateOf } from './packageRows.ts';
import type { Parts } from './parts.ts';
import { movedTo } from './rollout.ts';
import { roomDb, roomTransaction } from './tables.ts';

type InstallAction =
  | 'extension.installed'
  | 'extension.upgraded'
  | 'extension.update_waits'
  | 'extension.granted'
  | 'extension.rolled_back'
  | 'extension.pinned'
  | 'extension.unpinned'
  | 'extension.uninstalled';

interface InstallChange {
  package_id?: number;
  previous_package_id?: number | null;
  waiting_package_id?: number | null;
  pinned?: boolean;
  grants?: string[];
  updated_at?: Date;
}

/** What administrators do with an extension in their facility. Each step is one transaction, and open browsers follow. */
export function handleInstalls(parts: Parts): void {
  const { handle, all, db, here, states, atHome } = parts;

  /** Two administrators at once: one after the other. */
  async function step<T>(
    context: RequestContext,
    id: string,
    work: (unit: Work, present: InstallRow | undefined) => Promise<T>,
  ): Promise<T> {
    const { facilityId } = context;
    const result = await context.write(async (unit) => {
      const own = roomTransaction(unit.db);
      await sql`select pg_advisory_xact_lock(hashtextextended(${`extension ${id} ${facilityId}`}, 0))`.execute(own);
      const done = await work(unit, (await installsOf(own, facilityId)).get(id));
      await tellChanged(unit, states, [facilityId]);
      return done;
    });
    here.forget();
    states.forget();
    return result;
  }
  const required = (present: InstallRow | undefined): InstallRow => {
    if (!present) throw new CallError('NOT_FOUND');
    return present;
  };
  const save = ({ facilityId }: RequestContext, unit: Work, id: string, change: InstallChange) =>
    roomTransaction(unit.db)
      .updateTable('extension_install')
      .set(change)
      .where('facility_id', '=', facilityId)
      .where('plugin_id', '=', id)
      .execute();
  const audit = (unit: Work, action: InstallAction, objectId: string, after: object, before?: object) =>
    unit.audit({ action, objectKind: 'EXTENSION', objectId, before, after });

  /** A published version that this facility may have and that can run here. */
  async function available({ facilityId }: RequestContext, id: string, version: string): Promise<StoredPackage> {
    const found = (await packagesOf(db, id)).find((one) => one.version === version);
    if (!found || !offered([found], facilityId)) throw new CallError('NOT_FOUND');
    const obstacle = await obstacleOf(parts, found);
    if (obstacle) throw new CallError('CONFLICT', obstacle);
    return found;
  }

  async function shown({ facilityId, activeSession }: RequestContext, id: string): Promise<ShownInstall> {
    const install = required((await installsOf(db, facilityId)).get(id));
    const viewer = { facilityId, language: activeSession.user.language };
    return showInstall(parts, viewer, install, offered(await packagesOf(db, id), facilityId));
  }

  /** The page shows what the version asks for; another list is an old page's. */
  function requireWhole(wanted: StoredPackage, granted: readonly string[]): void {
    const asked = wanted.descriptor.scopes.map(({ scope }) => String(scope));
    const same = asked.every((scope) => granted.includes(scope)) && granted.every((scope) => asked.includes(scope));
    if (!same)
      throw new CallError('CONFLICT', say('extension.grantsDiffer', { version: wanted.version, scopes: asked }));
  }

  handle(installExtension, async (context, { params: { id }, body: { version, grants } }) => {
    const wanted = await available(context, id, version);
    requireWhole(wanted, grants);
    await step(context, id, async (unit, present) => {
      if (present) throw new CallError('CONFLICT', say('extension.installedBefore'));
      await roomTransaction(unit.db)
        .insertInto('extension_install')
        .values({ facility_id: context.facilityId, plugin_id: id, package_id: wanted.packageId, grants: [...grants] })
        .execute();
      await audit(unit, 'extension.installed', id, { version, grants });
    });
    return shown(context, id);
  });

  handle(upgradeExtension, async (context, { params: { id }, body: { version } }) => {
    const wanted = await available(context, id, version);
    await step(context, id, async (unit, row) => {
      const present = required(row);
      const from = (await packagesById(roomDb(unit.db), [present.packageId])).get(present.packageId);
      if (!from || !isNewer(version, from.version)) {
        throw new CallError('CONFLICT', say('extension.notNewer', { version, installed: from?.version ?? '' }));
      }
      const missing = lacking(wanted, present.grants);
      if (missing.length > 0) {
        await save(context, unit, id, { waiting_package_id: wanted.packageId });
        return audit(unit, 'extension.update_waits', id, { version, scopes: missing });
      }
      await save(context, unit, id, { ...movedTo(wanted, present.packageId), pinned: false });
      return audit(unit, 'extension.upgraded', id, { version }, { version: from.version });
    });
    return shown(context, id);
  });

  handle(grantExtension, async (context, { params: { id }, body: { version, grants } }) => {
    await step(context, id, async (unit, row) => {
      const present = required(row);
      const waiting = (await packagesById(roomDb(unit.db), [present.waitingId ?? 0])).get(present.waitingId ?? 0);
      if (waiting?.version !== version || waiting.state !== 'PUBLISHED') {
        throw new CallError('CONFLICT', say('extension.nothingWaits', { version }));
      }
      requireWhole(waiting, grants);
      const obstacle = await obstacleOf(parts, waiting);
      if (obstacle) throw new CallError('CONFLICT', obstacle);
      await save(context, unit, id, { ...movedTo(waiting, present.packageId), grants: [...grants], pinned: false });
      await audit(unit, 'extension.granted', id, { version, grants }, { grants: present.grants });
    });
    return shown(context, id);
  });

  handle(rollBackExtension, async (context, { params: { id } }) => {
    await step(context, id, async (unit, row) => {
      const present = required(row);
      const found = await packagesById(roomDb(unit.db), [present.packageId, present.previousId ?? 0]);
      const previous = found.get(present.previousId ?? 0);
      if (!previous) throw new CallError('CONFLICT', say('extension.noneBefore'));
      if (stateOf(previous, atHome).state !== 'ready') throw new CallError('CONFLICT', say('extension.cannotRun'));
      await save(context, unit, id, {
        package_id: previous.packageId,
        previous_package_id: null,
        pinned: true,
        updated_at: new Date(),
      });
      const from = found.get(present.packageId)?.version;
      await audit(unit, 'extension.rolled_back', id, { version: previous.version }, { version: from });
    });
    return shown(context, id);
  });

  handle(pinExtension, async (context, { params: { id }, body: { pinned } }) => {
    const newest = offered(await packagesOf(db, id), context.facilityId);
    await step(context, id, async (unit, row) => {
      const present = required(row);
      const from = (await packagesById(roomDb(unit.db), [present.packageId])).get(present.packageId);
      const goesOn = !pinned && newest && from && isNewer(newest.version, from.version) ? newest : null;
      const waits = goesOn !== null && lacking(goesOn, present.grants).length > 0;
      await save(context, unit, id, {
        pinned,
        ...(goesOn && (waits ? { waiting_package_id: goesOn.packageId } : movedTo(goesOn, present.packageId))),
      });
      await audit(unit, pinned ? 'extension.pinned' : 'extension.unpinned', id, {
        version: goesOn && !waits ? goesOn.version : from?.version,
      });
    });
    return shown(context, id);
  });

  handle(uninstallExtension, async (context, { params: { id }, body: { keepData } }) => {
    const { facilityId, user } = context;
    await step(context, id, async (unit, row) => {
      const present = required(row);
      const own = roomTransaction(unit.db);
      const from = (await packagesById(own, [present.packageId])).get(present.packageId);
      await own
        .deleteFrom('extension_install')
        .where('facility_id', '=', facilityId)
        .where('plugin_id', '=', id)
        .execute();
      const versions = own.selectFrom('extension_package').select('id').where('plugin_id', '=', id);
      await own
        .deleteFrom('extension_use')
        .where('facility_id', '=', facilityId)
        .where('package_id', 'in', versions)
        .execute();
      await own
        .deleteFrom('plugin_failure')
        .where('facility_id', '=', facilityId)
        .where('plugin_id', '=', id)
        .execute();
      if (!keepData) for (const data of all(extensionData)) await data.remove(unit, { facilityId, pluginId: id });
      // Installed again it is on again.
      const who = { facilityId, userId: user.userId };
      await changeRegistry(unit, states, who, (state) => {
        const disabledModules = state.disabledModules.filter((one) => one !== id);
        return writeState(unit, who, state, { ...state, disabledModules }, states.knownFlags);
      });
      await audit(unit, 'extension.uninstalled', id, { keepData }, { version: from?.version });
    });
    return { success: 'true' as const };
  });
}
