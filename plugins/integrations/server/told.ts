import type { EventPayload } from '@sinter/sdk/contract';
import { integrationChanged } from '@sinter/sdk/contract/integrations/events';
import type { Work } from '@sinter/sdk/server';

/** In the transaction that makes it true. */
export const tellQuickbooks = (
  unit: Work,
  facilityId: number,
  what: EventPayload<typeof integrationChanged>['what'],
): Promise<void> =>
  unit.emit(integrationChanged, { facilityId, integration: 'QUICKBOOKS', what }, { facilityIds: [facilityId] });
