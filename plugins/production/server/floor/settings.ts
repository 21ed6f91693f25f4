import type { MesSettings } from '@sinter/sdk/contract/production/mes';
import { versions, type Services, type Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import { mes } from '../workplan/kind.ts';

/** How the facility works now. One read by index. */
export async function floorSettings(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  facilityId: number,
): Promise<MesSettings> {
  const { value } = await services.get(versions).of(mes, { facilityId, elementId: '' }).current(db);
  return value;
}
