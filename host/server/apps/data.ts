import type { Work } from '@sinter/sdk/server';
import type { ExtensionData } from '../extensions/installed.ts';
import { removeEndpoint } from '../webhooks/deliveries.ts';
import { type Place, removeSettings } from './settings.ts';
import { deleteAll } from './storage.ts';
import { roomTransaction } from './tables.ts';
import { webhookKind } from './webhooks.ts';

/** What is written down of calling its server. */
export async function removeCalls(unit: Work, { facilityId, pluginId }: Place): Promise<void> {
  await removeEndpoint(unit, { kind: webhookKind, name: pluginId, facilityId });
  await roomTransaction(unit.db)
    .deleteFrom('app_schedule')
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .execute();
}

/** What a facility's plugin keeps here goes with it, unless whoever uninstalls it keeps its data. */
export const appData: ExtensionData = {
  async remove(unit, of) {
    await deleteAll(unit, of);
    await removeSettings(unit, of);
    await removeCalls(unit, of);
  },
};
