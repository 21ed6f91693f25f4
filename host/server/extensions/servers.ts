import { CallError } from '@sinter/sdk/contract';
import type { RegistryList } from '@sinter/sdk/contract/host/extensionRegistry';
import { addSourceServer, readSourceServer, removeSourceServer } from '@sinter/sdk/contract/host/extensionSources';
import type { Logger } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';
import { keyIdOf } from '#registry/signing';
import { say } from '../say.ts';
import type { Write } from '../work/work.ts';
import { tellChanged } from './changed.ts';
import { tellStopped } from './notices.ts';
import { askKnown, askServer, originOf } from './otherServer.ts';
import type { Parts } from './parts.ts';
import { revokeKey } from './publishers.ts';
import { roomTransaction } from './tables.ts';

/** A server that was added as a source. */
export interface SourceServer {
  id: number;
  name: string;
  address: string;
  publicKey: string;
  apiKey: string;
}

const secretOf = (id: number): string => `extensions.server.${id}`;

/** Servers that reviewers add as sources of packages. */
export function handleServers(parts: Parts): void {
  const { handle, call, secrets, folders } = parts;

  handle(readSourceServer, async (_context, { body: { address: text, apiKey } }) => {
    const address = originOf(text);
    const { publicKey, list } = await askServer(call, { address, apiKey });
    return { address, publicKey, keyId: keyIdOf(publicKey), packages: list.packages.length };
  });

  handle(addSourceServer, async ({ write }, { body: { name, address: text, apiKey, publicKey } }) => {
    const address = originOf(text);
    const taken = new CallError('CONFLICT', say('source.known'));
    if (folders.some((folder) => folder.name === name)) throw taken;
    await askKnown(call, { address, apiKey, publicKey });
    return write(async (unit) => {
      const row = await roomTransaction(unit.db)
        .insertInto('extension_server')
        .values({ name, address, public_key: publicKey })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) throw taken;
      await secrets.keep(unit, secretOf(row.id), apiKey);
      await audit(unit, 'publisher.server_added', { name, address });
      return { serverId: row.id };
    });
  });

  handle(removeSourceServer, async ({ write }, { params: { serverId } }) => {
    await write(async (unit) => {
      const row = await roomTransaction(unit.db)
        .deleteFrom('extension_server')
        .where('id', '=', serverId)
        .returning(['name', 'address'])
        .executeTakeFirst();
      if (!row) throw new CallError('NOT_FOUND');
      await secrets.keep(unit, secretOf(serverId), null);
      await audit(unit, 'publisher.server_removed', row);
    });
    return { success: 'true' as const };
  });
}

const audit = (
  unit: Work,
  action: 'publisher.server_added' | 'publisher.server_removed',
  about: { name: string; address: string },
): Promise<void> =>
  unit.audit({ action, objectKind: 'PUBLISHER', objectId: about.name, facilityId: null, after: about });

export async function serversOf({
  db,
  allTables,
  secrets,
}: Pick<Parts, 'db' | 'allTables' | 'secrets'>): Promise<SourceServer[]> {
  const rows = await db.selectFrom('extension_server').selectAll().orderBy('name').execute();
  return Promise.all(
    rows.map(async ({ id, name, address, public_key }) => ({
      ...{ id, name, address, publicKey: public_key },
      apiKey: (await secrets.find(allTables, secretOf(id))) ?? '',
    })),
  );
}

/**
 * Stops here what was imported from a server and is revoked or blocked there. A version that a reviewer has approved again after that
 * stays as it is.
 */
export async function followServer(
  { here, states }: Pick<Parts, 'here' | 'states'>,
  write: Write,
  { id, name }: SourceServer,
  { revokedKeys, blocked }: RegistryList,
): Promise<void> {
  const changed = await write(async (unit) => {
    const own = roomTransaction(unit.db);
    // One node after the other: the second finds what the first has stopped.
    await own.selectFrom('extension_server').select('id').where('id', '=', id).forUpdate().execute();
    const imported = await own
      .selectFrom('extension_package')
      .leftJoin('extension_key', 'extension_key.id', 'extension_package.key_id')
      .select([
        'extension_package.id',
        'plugin_id',
        'version',
        'hash',
        'state',
        'blocked_there',
        'extension_package.publisher_id',
        'key_id',
        'revoked_at',
      ])
      .where('server_id', '=', id)
      .execute();
    let changes = 0;
    for (const { keyId, reason } of revokedKeys) {
      const one = imported.find(({ key_id, revoked_at }) => key_id === keyId && revoked_at === null);
      if (!one) continue;
      await revokeKey(unit, states, {
        publisherId: one.publisher_id,
        keyId,
        reason: thereSaid(name, reason),
        by: null,
      });
      changes += 1;
    }
    for (const one of imported) {
      const there = blocked.find(({ id, version }) => id === one.plugin_id && version === one.version);
      const isBlocked = there?.hash === one.hash;
      if (isBlocked === one.blocked_there) continue;
      await own.updateTable('extension_package').set({ blocked_there: isBlocked }).where('id', '=', one.id).execute();
      if (!there || !isBlocked || one.state === 'BLOCKED' || one.state === 'REJECTED') continue;
      await stop(unit, one, thereSaid(name, there.reason));
      changes += 1;
    }
    return changes > 0;
  });
  if (!changed) return;
  here.forget();
  states.forget();

  async function stop(
    unit: Work,
    one: { id: number; plugin_id: string; version: string; state: string },
    reason: string,
  ): Promise<void> {
    const own = roomTransaction(unit.db);
    const wasApproved = one.state === 'APPROVED' || one.state === 'PUBLISHED';
    const state = wasApproved ? 'BLOCKED' : 'REJECTED';
    await own.updateTable('extension_package').set({ state, reason }).where('id', '=', one.id).execute();
    await own
      .updateTable('extension_install')
      .set({ waiting_package_id: null })
      .where('waiting_package_id', '=', one.id)
      .execute();
    await unit.audit({
      action: wasApproved ? 'extension.blocked' : 'extension.rejected',
      objectKind: 'EXTENSION',
      objectId: one.plugin_id,
      facilityId: null,
      before: { state: one.state },
      after: { version: one.version, reason },
    });
    await tellChanged(
      unit,
      states,
      await tellStopped(unit, { packageIds: [one.id], why: 'BLOCKED', reason, by: null }),
    );
  }
}

/** The reason is shown as people there wrote it. */
const thereSaid = (name: string, reason: string): string => `${name}: ${reason}`.slice(0, 500);

/** What was imported from it and is stopped. */
export async function stoppedFrom({ db }: Pick<Parts, 'db'>, serverId: number) {
  const rows = await db
    .selectFrom('extension_package')
    .leftJoin('extension_key', 'extension_key.id', 'extension_package.key_id')
    .select(['plugin_id', 'version', 'extension_package.reason', 'extension_key.reason as key_reason'])
    .where('server_id', '=', serverId)
    .where(({ or, eb }) => or([eb('blocked_there', '=', true), eb('revoked_at', 'is not', null)]))
    .orderBy('plugin_id')
    .execute();
  return rows.map((row) => ({ id: row.plugin_id, version: row.version, reason: row.reason ?? row.key_reason ?? '' }));
}

/** Every server is asked, whatever became of the others. */
export async function followServers(parts: Parts, write: Write, log: Logger): Promise<void> {
  await Promise.all(
    (await serversOf(parts)).map(async (server) => {
      try {
        await followServer(parts, write, server, await askKnown(parts.call, server));
      } catch (error) {
        log.warn('a source of packages was not asked', { name: server.name, error: String(error) });
      }
    }),
  );
}
