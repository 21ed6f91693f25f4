import type { EventPayload } from '@sinter/sdk/contract';
import { facilityCatalogChanged } from '@sinter/sdk/contract/catalog/events';
import type { CallContext, Work } from '@sinter/sdk/server';

type Told = Pick<EventPayload<typeof facilityCatalogChanged>, 'what'> & { machineId?: number; materialId?: number };

/** What became of a machine or material of the caller's facility. */
export const tell = (
  { facilityId }: Pick<CallContext, 'facilityId'>,
  unit: Work,
  { what, machineId, materialId }: Told,
): Promise<void> =>
  unit.emit(
    facilityCatalogChanged,
    { facilityId, what, machineId: machineId ?? null, materialId: materialId ?? null },
    { facilityIds: [facilityId] },
  );
