import { documents, type DocumentSubject, type Services } from '@sinter/sdk/server';
import type { Lot } from './lots.ts';
import { floorSettings } from './floor/settings.ts';
import { noPictures, picturesOf } from './pictures.ts';
import { travellerOf } from './sheets.ts';

export interface Printed {
  type: 'traveller' | 'order-traveller' | 'lot-traveller';
  grouped: boolean;
  id: number;
}

/** What a traveller says is kept with its version: whoever holds a sheet of paper can see whether it is the last. */
export async function issueTraveller(
  services: Pick<Services, 'get' | 'write'>,
  facilityId: number,
  { type, grouped, id }: Printed,
  lots: readonly Lot[],
): Promise<{ subject: DocumentSubject; version: number }> {
  const name = grouped ? `${type}-grouped` : type;
  const subject = { type: name, of: `facility ${facilityId}`, id };
  const { version } = await services.write(async (unit) => {
    const { prints } = await floorSettings(services, unit.db, facilityId);
    const pictures = prints.picture ? await picturesOf(services, unit.db, lots) : noPictures;
    const layout = { prints, pictures };
    return services
      .get(documents)
      .issue(unit, subject, facilityId, (words) => travellerOf(name, lots, { grouped, layout, words }));
  });
  return { subject, version };
}
