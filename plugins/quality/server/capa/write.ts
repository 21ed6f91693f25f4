import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import {
  type Capa,
  type createCapa,
  type linkCapaNcr,
  type removeCapa,
  type updateCapa,
} from '@sinter/sdk/contract/quality/capas';
import { capaHeadings } from '@sinter/sdk/contract/quality/capaTemplates';
import { guestLinks, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { nextNumber } from '../numbers.ts';
import { qualitySettings } from '../settings.ts';
import { say } from '../texts.ts';
import { requirePerson } from './people.ts';
import { followClock } from './clock.ts';
import { tellOwner } from './notices.ts';
import { detail, guestKind } from './read.ts';
import { lockCapa, record } from './record.ts';
import { capaTasks } from './rows.ts';
import { capaDb } from './tables.ts';

export async function create(context: CallContext, { body }: CallArguments<typeof createCapa>): Promise<Capa> {
  const { user, facilityId } = context;
  const { eventId, ownerId, dueOn, ncrIds, ...details } = body;
  const id = await context.write(async (unit) => {
    const earlier = await capaDb(unit)
      .selectFrom('capa')
      .select('id')
      .where('facility_id', '=', facilityId)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (earlier) return earlier.id;
    await requirePerson(context, 'ownerId', ownerId);
    const { capaNumber, capaTemplates } = await qualitySettings(context, unit.db, facilityId);
    const { questions, tasks } = capaTemplates[details.method];
    const number = await nextNumber(unit, facilityId, 'CAPA', capaNumber);
    const made = await capaDb(unit)
      .insertInto('capa')
      .values({
        ...details,
        ...{ number, facility_id: facilityId, owner_id: ownerId, due_on: dueOn },
        questions: JSON.stringify(questions),
        ...{ event_id: eventId, created_by: user.userId, search_text: searchText(number, details) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (tasks.length > 0) {
      await capaDb(unit)
        .insertInto('capa_task')
        .values(
          tasks.map(({ kind, title, dueDays }, index) => ({
            ...{ capa_id: made.id, kind, title, note: '', owner_id: null, supplier: '' },
            ...{ due_on: dueDays === null ? null : dayAfter(dueDays), event_id: `template ${index + 1}` },
          })),
        )
        .execute();
    }
    await linkAll(context, unit, made.id, ncrIds);
    await record(unit, user.userId, { id: made.id, facilityId }, { what: 'CREATED' });
    await tellOwner(unit, user.userId, { ...made, facilityId, ownerId, before: null });
    await followClock(unit, made.id);
    return made.id;
  });
  return detail(context, id);
}

/** A day of UTC, as due days are. */
const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const searchText = (number: string, { title, problem }: { title: string; problem: string }): string =>
  `${number}\n${title}\n${problem}`;

export async function update(context: CallContext, { params, body }: CallArguments<typeof updateCapa>): Promise<Capa> {
  const { user, facilityId } = context;
  const { version, ownerId, dueOn, rootCause, analysis, ...details } = body;
  await context.write(async (unit) => {
    const { capaTemplates } = await qualitySettings(context, unit.db, facilityId);
    const capa = await lockCapa(unit, facilityId, params.id);
    if (capa.version !== version) throw new CallError('CHANGED');
    if (ownerId !== capa.ownerId) await requirePerson(context, 'ownerId', ownerId);
    const headings: readonly string[] = capaHeadings[details.method];
    const written = Object.fromEntries(Object.entries(analysis).filter(([heading]) => headings.includes(heading)));
    await capaDb(unit)
      .updateTable('capa')
      .set({
        ...details,
        ...{ owner_id: ownerId, due_on: dueOn, root_cause: rootCause, analysis: JSON.stringify(written) },
        // Another method asks other questions.
        questions: sql`case when method = ${details.method} then questions else ${JSON.stringify(capaTemplates[details.method].questions)}::jsonb end`,
        search_text: searchText(capa.number, details),
      })
      .where('id', '=', capa.id)
      .execute();
    await record(unit, user.userId, capa, { what: 'CHANGED' });
    await tellOwner(unit, user.userId, { ...capa, ownerId, before: capa.ownerId });
    await followClock(unit, capa.id);
  });
  return detail(context, params.id);
}

export async function remove(
  context: CallContext,
  { params }: CallArguments<typeof removeCapa>,
): Promise<{ success: 'true' }> {
  await context.write(async (unit) => {
    const capa = await lockCapa(unit, context.facilityId, params.id);
    if (capa.status !== 'DRAFT') {
      throw new CallError('TRANSITION_REFUSED', say('capaStays', { number: capa.number }), { from: capa.status });
    }
    for (const { id } of await capaTasks(unit.db, capa.id)) await context.get(guestLinks).end(unit, guestKind, id);
    await record(unit, context.user.userId, capa, { what: 'CHANGED' });
    await capaDb(unit).deleteFrom('capa').where('id', '=', capa.id).execute();
  });
  return { success: 'true' };
}

export async function linkNcr(
  context: CallContext,
  { params, body }: CallArguments<typeof linkCapaNcr>,
): Promise<Capa> {
  await context.write(async (unit) => {
    const capa = await lockCapa(unit, context.facilityId, params.id);
    const number = body.linked
      ? (await linkAll(context, unit, capa.id, [body.ncrId]))[0]
      : await unlink(context, unit, capa.id, body.ncrId);
    const what = body.linked ? 'NCR_LINKED' : 'NCR_UNLINKED';
    await record(unit, context.user.userId, capa, { what, subject: number ?? '' });
  });
  return detail(context, params.id);
}

/** Throws NOT_FOUND unless the caller sees all of them. Answers their numbers. */
async function linkAll(
  { user, facilityId }: CallContext,
  unit: Work,
  capaId: number,
  ncrIds: readonly number[],
): Promise<string[]> {
  const wanted = [...new Set(ncrIds)];
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: number; number: string }>`
    select n.id, n.number from ncr n left join rfq_order o on o.id = n.order_id
    where n.facility_id = ${facilityId} and n.id = any(${wanted}::bigint[])
      and (${user.cleared} or n.order_id is null or not ${orderIsControlled})
  `.execute(unit.db);
  if (rows.length !== wanted.length) throw new CallError('NOT_FOUND');
  await capaDb(unit)
    .insertInto('capa_ncr')
    .values(rows.map(({ id }) => ({ capa_id: capaId, ncr_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return rows.map(({ number }) => number);
}

async function unlink({ user }: CallContext, unit: Work, capaId: number, ncrId: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    delete from capa_ncr l using ncr n left join rfq_order o on o.id = n.order_id
    where l.capa_id = ${capaId} and l.ncr_id = ${ncrId} and n.id = l.ncr_id
      and (${user.cleared} or n.order_id is null or not ${orderIsControlled})
    returning n.number
  `.execute(unit.db);
  const [gone] = rows;
  if (!gone) throw new CallError('NOT_FOUND');
  return gone.number;
}
