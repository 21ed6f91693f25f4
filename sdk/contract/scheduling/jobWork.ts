import { createToken } from '../../plugin/token.ts';
import type { CallContext, Work } from '../../server/defineServer.ts';
import type { CallArguments } from '../call.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../server/tables.ts';
import type { createJob, fireJobEvent, JobEvent, JobStatus } from './jobs.ts';

/** Jobs for those who build: moved as planners move them, without their right. */
export interface JobWork {
  /** As `scheduling.fire`, with its refusals. Ask for the caller's right before. */
  fire(context: CallContext, jobId: number, fire: CallArguments<typeof fireJobEvent>['body']): Promise<void>;
  /**
   * As `scheduling.create`, with its refusals; answers the job's id. Ask for the caller's right before. In the transaction
   * `unit` where it is given, which takes no files of the job itself then.
   */
  plan(context: CallContext, body: CallArguments<typeof createJob>['body'], unit?: Work): Promise<number>;
  /** Where a job stands, and what its status allows. Asks for no rights. */
  stands(db: Kysely<Tables>, jobId: number): Promise<{ status: JobStatus; allowed: JobEvent[] } | null>;
}
export const jobWork = createToken<JobWork>('scheduling/JobWork@1');
