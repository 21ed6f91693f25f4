import { CallError } from '@sinter/sdk/contract';
import type { EventPayload } from '@sinter/sdk/contract/event';
import type { ErrorCode } from '@sinter/sdk/contract/errors';
import { partNesting, type NestingRequest } from '@sinter/sdk/contract/preparation/nesting';
import type { nestingChanged } from '@sinter/sdk/contract/production/nesting';
import { storedFiles, type JobContext, type Services } from '@sinter/sdk/server';
import { isInUse } from '../planning/take.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { tellNesting } from './audience.ts';
import { keptDays } from './begin.ts';
import { endNestingJob } from './jobs.ts';
import { keepNesting } from './keep.ts';
import { askedFor } from './request.ts';

interface Asked {
  nestingId: number;
}

/** Between two reports of how far it is. */
const reportEveryMs = 700;
/** Problems of the store, not of the parts: the next attempt may not have them. */
const passing: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'STORAGE_FULL']);

interface Running {
  stop: AbortController;
  enough: AbortController;
}

/** The nestings that this process works on. A worker that stops leaves its nesting to another one, which begins anew. */
export class NestingRunner {
  readonly #running = new Map<number, Running>();

  changed({ id, state, enough }: EventPayload<typeof nestingChanged>): void {
    if (state !== 'WAITING') this.#running.get(id)?.stop.abort();
    else if (enough) this.#running.get(id)?.enough.abort();
  }

  async run(context: JobContext, { nestingId }: Asked): Promise<void> {
    const running: Running = { stop: new AbortController(), enough: new AbortController() };
    // Registered before the row is read, so that nothing is missed.
    this.#running.set(nestingId, running);
    try {
      const request = await askedFor(context, nestingId);
      if (request) await perform(context, nestingId, request, running);
    } catch (error) {
      if (running.stop.signal.aborted) return;
      if (context.signal.aborted || !(error instanceof CallError)) throw error;
      if (passing.has(error.code) && !context.lastAttempt) throw error;
      context.log.warn('parts could not be nested', { nestingId, error: error.message });
      await failNesting(context, { nestingId }, { message: error.message, said: error.details.said });
    } finally {
      if (this.#running.get(nestingId) === running) this.#running.delete(nestingId);
    }
  }
}

async function perform(context: JobContext, id: number, request: NestingRequest, running: Running): Promise<void> {
  const signal = AbortSignal.any([context.signal, running.stop.signal]);
  const report = reporter(context, id, running);
  const result = await context.get(partNesting).nest(context, request, {
    signal,
    enough: running.enough.signal,
    onProgress: (share) => void report(share),
  });
  signal.throwIfAborted();
  await keepNesting(context, id, request, result);
}

/** Notices too that it was stopped, should the event be lost. */
function reporter(context: JobContext, id: number, { stop, enough }: Running): (share: number) => Promise<void> {
  let reported = 0;
  let reached = 0;
  return async (share) => {
    reached = Math.max(reached, share);
    if (Date.now() - reported < reportEveryMs || stop.signal.aborted) return;
    reported = Date.now();
    try {
      await context.write(async (unit) => {
        const row = await productionDb(unit)
          .updateTable('nesting')
          .set({ share: reached })
          .where('id', '=', id)
          .where('state', '=', 'WAITING')
          .returning('enough')
          .executeTakeFirst();
        if (!row) return stop.abort();
        if (row.enough) enough.abort();
        await tellNesting(unit, { id, state: 'WAITING', share: reached, enough: row.enough });
      });
    } catch (error) {
      context.log.warn('progress of a nesting could not be told', { nestingId: id, error: String(error) });
    }
  };
}

/** Without a reason: its worker died in the last attempt. */
export async function failNesting(
  services: Services,
  { nestingId: id }: Asked,
  failure: { message: string; said?: unknown } = say('nestStopped'),
): Promise<void> {
  const { message, said } = failure;
  await services.write(async (unit) => {
    const failed = await productionDb(unit)
      .updateTable('nesting')
      .set({ state: 'FAILED', failure: JSON.stringify({ message, said }) })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .returning('enough')
      .executeTakeFirst();
    if (failed) await tellNesting(unit, { id, state: 'FAILED', share: 1, enough: failed.enough });
  });
}

/** Takes it away, with its files, less those that a platform keeps; later, where a build that is being planned has it. */
export async function endNesting(services: Services, { nestingId }: Asked): Promise<void> {
  await services.write(async (unit) => {
    const db = productionDb(unit);
    if (await isInUse(unit, nestingId)) {
      const kept_until = new Date(Date.now() + keptDays * 86_400_000);
      await db.updateTable('nesting').set({ kept_until }).where('id', '=', nestingId).execute();
      await unit.enqueue(endNestingJob, { nestingId }, { key: `end of nesting ${nestingId}`, runAt: kept_until });
      return;
    }
    const gone = await db
      .deleteFrom('nesting_build')
      .where('nesting_id', '=', nestingId)
      .returning('file_id')
      .execute();
    await db.deleteFrom('nesting').where('id', '=', nestingId).execute();
    const files = gone.map(({ file_id }) => file_id);
    const kept = await db
      .selectFrom('platform_revision')
      .select('file_id')
      .where('file_id', 'in', [0, ...files])
      .execute();
    const stay = new Set(kept.map(({ file_id }) => file_id));
    await services.get(storedFiles).remove(
      unit,
      files.filter((id) => !stay.has(id)),
    );
  });
}
