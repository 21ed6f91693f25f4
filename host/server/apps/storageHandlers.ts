import { Readable } from 'node:stream';
import { CallError, type Principal } from '@sinter/sdk/contract';
import * as calls from '@sinter/sdk/contract/apps/storage';
import type { PluginCaller } from '../http/callers.ts';
import { say } from '../say.ts';
import type { Parts } from './parts.ts';
import { removeCalls } from './data.ts';
import { readSettings, removeSettings } from './settings.ts';
import { allDocuments, deleteAll, deleteFrom, findDocument, putInto, readPage, type Shelf, useOf } from './storage.ts';

/** The facility's documents are for those who work there: a buyer is in its shop. */
function shelfOf(plugin: PluginCaller, user: Principal, area: calls.StorageArea): Shelf {
  if (area === 'facility' && user.facilityId !== plugin.facilityId) throw new CallError('FORBIDDEN');
  const { id: pluginId, facilityId } = plugin;
  return { facilityId, pluginId, area, userId: area === 'facility' ? 0 : user.userId };
}

export function handleStorage({ handle, db }: Parts): void {
  handle(calls.storageUse, async ({ plugin }) => ({
    ...(await useOf(db, { facilityId: plugin.facilityId, pluginId: plugin.id })),
    limits: calls.storageLimits,
  }));

  handle(calls.listDocuments, ({ plugin, user }, { params: { area }, query }) =>
    readPage(db, shelfOf(plugin, user, area), query),
  );

  handle(calls.readDocument, async ({ plugin, user }, { params: { area, key } }) => {
    const found = await findDocument(db, shelfOf(plugin, user, area), key);
    if (!found) throw new CallError('NOT_FOUND', say('app.noDocument', { key }));
    return found;
  });

  handle(calls.putDocument, async ({ plugin, user, write }, { params: { area, key }, body }) => {
    const shelf = shelfOf(plugin, user, area);
    const { value, revision } = body;
    return write((unit) =>
      putInto(unit, shelf, { app: plugin.app.descriptor.title, key, value, revision, by: user.userId }),
    );
  });

  handle(calls.deleteDocument, async ({ plugin, user, write }, { params: { area, key }, query: { revision } }) => {
    const shelf = shelfOf(plugin, user, area);
    await write((unit) => deleteFrom(unit, shelf, { key, revision }));
    return { success: 'true' as const };
  });

  handle(calls.exportAppData, async ({ facilityId }, { params: { id } }) => {
    const at = new Date().toISOString();
    const [documents, saved] = await Promise.all([
      allDocuments(db, { facilityId, pluginId: id }),
      readSettings(db, { facilityId, pluginId: id }),
    ]);
    const text = JSON.stringify({ plugin: id, at, settings: saved.values, documents }, null, 1);
    return {
      stream: Readable.from([text]),
      contentType: 'application/json',
      size: Buffer.byteLength(text),
      downloadName: `${id}-${at.slice(0, 10)}.json`,
      cache: 'no-store',
    };
  });

  handle(calls.deleteAppData, ({ facilityId, write }, { params: { id } }) =>
    write(async (unit) => {
      const documents = await deleteAll(unit, { facilityId, pluginId: id });
      await removeSettings(unit, { facilityId, pluginId: id });
      await removeCalls(unit, { facilityId, pluginId: id });
      await unit.audit({ action: 'app.data_deleted', objectKind: 'MODULE', objectId: id, before: { documents } });
      return { documents };
    }),
  );
}
