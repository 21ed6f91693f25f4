import { createToken } from '../../plugin/token.ts';
import type { Services } from '../../server/defineServer.ts';

/** What a machine reports of objects that it skips. */
export interface MachineMarks {
  facilityId: number;
  jobId: number;
  /** The same one twice marks once. */
  eventId: string;
  /** What people know the machine by. */
  device: string;
  /** Objects by their numbers on the plate, as they stand in the 3MF of its platform. */
  objects: readonly { orderFileId: number; copy: number }[];
  reason: string;
}

/** Objects of builds, for what listens to machines. */
export interface BuildOutcomes {
  /**
   * Marks objects of a running build as failed. What a person has marked stays as it is, and so does what is failed already.
   * Answers how many it marked. Asks for no rights. Throws NOT_FOUND for what the build does not have, TRANSITION_REFUSED
   * unless it runs.
   */
  skipped(services: Pick<Services, 'write'>, marks: MachineMarks): Promise<number>;
}
export const buildOutcomes = createToken<BuildOutcomes>('production/BuildOutcomes@1');
