import { createToken } from '@sinter/sdk/plugin';
import type { JobContext, JobType, ServerHost, Services } from '@sinter/sdk/server';

export interface RegisteredJob {
  owner: string;
  job: JobType;
  /** Its payload was parsed by the job's schema. */
  run(context: JobContext, payload: unknown): Promise<void>;
  gaveUp?(services: Services, payload: unknown): Promise<void>;
}

/** The background jobs that this node knows, of rooms and server halves. */
export class Jobs {
  readonly #byName = new Map<string, RegisteredJob>();

  get byName(): ReadonlyMap<string, RegisteredJob> {
    return this.#byName;
  }

  /** How this owner registers its jobs. */
  of(owner: string): ServerHost['job'] {
    return (job, run, gaveUp) => {
      if (this.#byName.has(job.name)) throw new Error(`The background job "${job.name}" is registered twice.`);
      // The worker parses the payload by this job's schema before it runs it.
      this.#byName.set(job.name, {
        owner,
        job,
        run: run as RegisteredJob['run'],
        gaveUp: gaveUp && ((given, payload) => gaveUp(given, job.payload.parse(payload))),
      });
    };
  }
}

export const backgroundJobs = createToken<Jobs>('host/Jobs@1');
