import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';

/** Who follows what jobs build, in the transaction in which it changed. */
export interface PlannedParts {
  /** Jobs of these order files were planned, changed, moved or have ended. The files are locked. */
  changed(services: Pick<Services, 'get'>, unit: Work, orderFileIds: readonly number[]): Promise<void>;
}
export const plannedParts = createToken<PlannedParts>('scheduling/PlannedParts@1');
