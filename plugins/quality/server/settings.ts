import { qualitySettingsSchema, type Defect, type QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { versions, type Services, type Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import { quality } from './kind.ts';

/** How the facility works with non-conformances now. One read by index. */
export async function qualitySettings(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  facilityId: number,
): Promise<QualitySettings> {
  const { value } = await services.get(versions).of(quality, { facilityId, elementId: '' }).current(db);
  return qualitySettingsSchema.parse(value);
}

/** A defect and all below it. Pure. */
export function withBelow(defects: readonly Defect[], id: number): number[] {
  const found = [id];
  for (const at of found) found.push(...defects.filter(({ parentId }) => parentId === at).map((each) => each.id));
  return found;
}
