import type { Kysely } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';
import type { Tables } from '../../server/tables.ts';

/** Who follows what jobs build, in the transaction in which it changed. */
export interface PlannedParts {
  /** Jobs of these order files were planned, changed, moved or have ended. The files are locked. */
  changed(services: Pick<Services, 'get'>, unit: Work, orderFileIds: readonly number[]): Promise<void>;
}
export const plannedParts = createToken<PlannedParts>('scheduling/PlannedParts@1');

/** How many good pieces builds of a facility may count beyond those that were ordered. Contributed; none where nobody does. */
export interface Surplus {
  /** Of the ordered pieces, in percent. */
  percent(services: Pick<Services, 'get'>, db: Kysely<Tables>, facilityId: number): Promise<number>;
}
export const surplus = createToken<Surplus>('scheduling/Surplus@1');
