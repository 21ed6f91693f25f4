import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { Capa, CapaMissing, fireCapa } from '@sinter/sdk/contract/quality/capas';
import { wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { followClock } from './clock.ts';
import { detail } from './read.ts';
import { lockCapa, record, wasDone, type LockedCapa } from './record.ts';
import { capaTasks, wholeCapa } from './rows.ts';
import { capaDb } from './tables.ts';
import { capaTransitions, eventsFrom, missingFor, type CapaFacts } from './transitions.ts';

type Fired = CallArguments<typeof fireCapa>['body'];

export async function fire(context: CallContext, { params, body }: CallArguments<typeof fireCapa>): Promise<Capa> {
  const { user, facilityId } = context;
  await context.write(async (unit) => {
    // What was carried out already may have closed it.
    if (await carriedOut(unit, facilityId, params.id, body.eventId)) return;
    const capa = await lockCapa(unit, facilityId, params.id);
    if (await wasDone(context, unit, capa.id, body.eventId)) return;
    const way = capaTransitions.find(({ event, from }) => event === body.event && from === capa.status);
    if (!way) {
      const { status: from } = capa;
      throw new CallError('TRANSITION_REFUSED', undefined, { from, event: body.event, allowed: eventsFrom(from) });
    }
    await requireReady(unit, capa, body, user.userId);
    const checked = body.event === 'FAIL' || body.event === 'CLOSE';
    await capaDb(unit)
      .updateTable('capa')
      .set({
        status: way.to,
        ...(body.event === 'VERIFY' && { check_on: body.checkOn }),
        ...(body.event === 'FAIL' && { check_on: null }),
        ...(body.event === 'CLOSE' && { closed_at: new Date() }),
      })
      .where('id', '=', capa.id)
      .execute();
    if (checked) {
      const effective = body.event === 'CLOSE';
      await capaDb(unit)
        .insertInto('capa_check')
        .values({ capa_id: capa.id, effective, note: body.note, user_id: user.userId })
        .execute();
    }
    await record(unit, user.userId, capa, { what: 'MOVED', subject: way.to });
    await followClock(unit, capa.id);
  });
  return detail(context, params.id);
}

async function carriedOut(unit: Work, facilityId: number, capaId: number, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select from capa_event where facility_id = ${facilityId} and event_id = ${eventId} and capa_id = ${capaId}
  `.execute(unit.db);
  return rows.length > 0;
}

/** Throws INVALID_INPUT for what the event asks for, NOT_POSSIBLE with what is missing. */
async function requireReady(unit: Work, capa: LockedCapa, { event, note, checkOn }: Fired, userId: number) {
  if (event === 'VERIFY' && checkOn === null) throw wrongField('checkOn', say('capaCheckOn'));
  if ((event === 'FAIL' || event === 'CLOSE') && note === '') throw wrongField('note', say('capaNote'));
  const [missing] = missingFor(event, await factsOf(unit, capa), userId);
  if (missing) throw new CallError('NOT_POSSIBLE', say(sentences[missing]));
}

const sentences = {
  OWNER: 'capaNoOwner',
  PROBLEM: 'capaNoProblem',
  TASKS: 'capaNoTasks',
  ROOT_CAUSE: 'capaNoCause',
  OPEN_TASKS: 'capaOpenTasks',
  CHECK_DATE: 'capaCheckOn',
  NOT_YET: 'capaNotYet',
  OWN_TASK: 'capaOwnTask',
} as const satisfies Record<CapaMissing, string>;

async function factsOf(unit: Work, { id, facilityId }: LockedCapa): Promise<CapaFacts> {
  const capa = await wholeCapa(unit.db, facilityId, id);
  const tasks = await capaTasks(unit.db, id);
  return {
    hasOwner: capa?.owner != null,
    hasProblem: Boolean(capa?.problem),
    hasRootCause: Boolean(capa?.rootCause),
    checkDue: capa?.checkDue ?? false,
    tasks: tasks.map(({ kind, doneAt, ownerId }) => ({ kind, done: doneAt !== null, ownerId })),
  };
}
