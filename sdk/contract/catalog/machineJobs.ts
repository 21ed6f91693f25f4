import type { QueryExecutorProvider } from 'kysely';
import { createToken } from '../../plugin/token.ts';

/** Jobs on machines, for who changes machines. Downtime of a machine that is not used anyway is in nobody's way. */
export interface MachineJobs {
  /** Of those of these machines that ever had a job: how many have not ended. */
  count(db: QueryExecutorProvider, equipmentIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** How many jobs of a machine that have not ended are built of each material. */
  materials(db: QueryExecutorProvider, equipmentId: number): Promise<ReadonlyMap<number, number>>;
}
export const machineJobs = createToken<MachineJobs>('catalog/MachineJobs@1');
