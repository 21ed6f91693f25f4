import type { Kysely } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { CallContext, Services, Work } from '../../server/defineServer.ts';
import type { Tables } from '../../server/tables.ts';

/** A print that a machine has begun by itself. */
export interface FoundPrint {
  equipmentId: number;
  name: string;
  from: Date;
  /** As the machine estimates. */
  to: Date;
  /** The same one twice makes one job. */
  eventId: string;
}

/** Jobs as machines report them, for what listens to machines. Asks for no rights. */
export interface MachineBuilds {
  /** A job of the source MACHINE_CONNECTIVITY, which runs; answers its id. Throws CONFLICT while the machine runs another one. */
  found(context: CallContext, unit: Work, print: FoundPrint): Promise<number>;
  /** Follows the machine as far as the job's status allows; without parts to count a job is also over. Answers whether it did anything. */
  happened(
    services: Pick<Services, 'get' | 'all' | 'write'>,
    job: { facilityId: number; jobId: number },
    event: 'PAUSE' | 'RESUME' | 'COMPLETE' | 'FAIL',
    reason: string,
  ): Promise<boolean>;
}
export const machineBuilds = createToken<MachineBuilds>('scheduling/MachineBuilds@1');

/** When machines began and ended jobs. Contributed; where nobody knows, the moment counts at which people say so. */
export interface MachineTimes {
  of(db: Kysely<Tables>, jobId: number): Promise<{ from: Date; to: Date | null } | null>;
}
export const machineTimes = createToken<MachineTimes>('scheduling/MachineTimes@1');
