import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';
import type { PlanningRules } from './calendar.ts';

/** The rules of a facility's calendar, for who is above scheduling. Asks for no rights. */
export interface PlanningRulesService {
  read(services: Pick<Services, 'db'>, facilityId: number): Promise<PlanningRules>;
  /** In the transaction of the setting that says so. */
  write(unit: Work, facilityId: number, rules: PlanningRules): Promise<void>;
}
export const planningRules = createToken<PlanningRulesService>('scheduling/PlanningRules@1');
