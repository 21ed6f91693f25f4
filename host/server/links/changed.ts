import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { Work } from '@sinter/sdk/server';
import { configurationChanged } from '../events/outbox.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';

/** Every node drops what it remembers; then the browsers of these facilities ask for their menus again. */
export async function tellLinksChanged(
  unit: Work,
  states: FacilityStates,
  facilityIds: Iterable<number>,
): Promise<void> {
  await unit.emit(configurationChanged, { configType: 'LINK_APPS' }, {});
  for (const facilityId of new Set(facilityIds)) {
    await unit.emit(registryChanged, { facilityId }, await states.audience(facilityId));
  }
}
