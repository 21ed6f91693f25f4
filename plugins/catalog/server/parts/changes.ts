import { CallError, type Principal, type Sentence } from '@sinter/sdk/contract';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  addPart,
  addPartRevision,
  archiveParts,
  deleteParts,
  Part,
  tagParts,
  undeleteParts,
  updatePart,
} from '@sinter/sdk/contract/catalog/parts';
import { changedTags, distinctTags, mostTags } from '@sinter/sdk/contract/tags';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { insertParts, insertRevisions, lockContent, requireContent, sameContent, summarize } from './content.ts';
import { partById } from './queries.ts';
import { revisionName } from './revision.ts';
import { mayChange, isOfCompany, isOwn, ordersFrom } from './visibility.ts';
import { partsDb } from './tables.ts';
import { say } from '../texts.ts';

type BulkResult = CallResult<typeof archiveParts>;

export function requireChange(context: CallContext): void {
  if (!mayChange(context.user)) throw new CallError('FORBIDDEN');
}

/** A repeated request waits for the one it repeats, also while that one is still running. */
const lockEvent = (unit: Work, eventId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${eventId}, 0))`.execute(unit.db);

export async function add(
  context: CallContext,
  { body }: CallArguments<typeof addPart>,
): Promise<CallResult<typeof addPart>> {
  requireChange(context);
  const { companyId } = context;
  const { userId } = context.user;
  const content = await requireContent(context, body);
  const outcome = await context.write(async (unit) => {
    await lockEvent(unit, body.eventId);
    const repeated = await partsDb(unit)
      .selectFrom('part')
      .select('id')
      .where('event_id', '=', body.eventId)
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    if (repeated) return { partId: repeated.id };

    await lockContent(unit, companyId, [content.original.sha256]);
    if (!body.evenIfThere) {
      const match = (await sameContent(unit, { companyId, userId }, [content.original.sha256], isOwn(context))).at(-1);
      if (match) return { duplicate: match };
    }
    const { name, partNumber, eventId } = body;
    const tags = distinctTags(body.tags);
    const [partId] = await insertParts(unit, { companyId, userId }, [{ ...content, name, partNumber, tags, eventId }]);
    if (partId === undefined) throw new Error('The part was not written.');
    await unit.audit({
      action: 'part.added',
      objectKind: 'PART',
      objectId: String(partId),
      // A reader of the audit need not be cleared for controlled parts.
      after: content.original.controlled ? {} : { name, partNumber },
    });
    await announceChange(unit, context.user);
    return { partId };
  });
  if (outcome.duplicate) {
    const { partId, name, number } = outcome.duplicate;
    return { part: null, duplicateOf: { partId, name, revision: revisionName(number) } };
  }
  return { part: await partById(context, outcome.partId), duplicateOf: null };
}

export async function addRevision(
  context: CallContext,
  { params, body }: CallArguments<typeof addPartRevision>,
): Promise<Part> {
  requireChange(context);
  const { exportControlled } = await partById(context, params.id);
  const content = await requireContent(context, body);
  await context.write(async (unit) => {
    await lockEvent(unit, body.eventId);
    await lockPart(unit, params.id);
    const revisions = await partsDb(unit)
      .selectFrom('part_revision')
      .select(['number', 'sha256', 'event_id'])
      .where('part_id', '=', params.id)
      .orderBy('number', 'desc')
      .execute();
    if (revisions.some(({ event_id }) => event_id === body.eventId)) return;
    const [latest] = revisions;
    if (latest?.sha256 === content.original.sha256) {
      throw new CallError('CONFLICT', say('sameRevision', { revision: revisionName(latest.number) }));
    }
    const number = (latest?.number ?? 0) + 1;
    await insertRevisions(unit, context.user.userId, [
      { ...content, partId: params.id, number, eventId: body.eventId },
    ]);
    await unit.audit({
      action: 'part.revised',
      objectKind: 'PART',
      objectId: String(params.id),
      after: {
        revision: revisionName(number),
        ...(exportControlled || content.original.controlled ? {} : { fileName: content.original.fileName }),
      },
    });
    await announceChange(unit, context.user);
  });
  return partById(context, params.id);
}

export async function update(context: CallContext, { params, body }: CallArguments<typeof updatePart>): Promise<Part> {
  requireChange(context);
  const { name, partNumber, tags, exportControlled } = await partById(context, params.id);
  await context.write(async (unit) => {
    const after = { name: body.name, partNumber: body.partNumber, tags: distinctTags(body.tags) };
    await lockPart(unit, params.id);
    await partsDb(unit)
      .updateTable('part')
      .set({ name: after.name, part_number: after.partNumber, tags: after.tags })
      .where('id', '=', params.id)
      .execute();
    await summarize(unit, [params.id]);
    await unit.audit({
      action: 'part.changed',
      objectKind: 'PART',
      objectId: String(params.id),
      ...(exportControlled ? {} : { before: { name, partNumber, tags }, after }),
    });
    await announceChange(unit, context.user);
  });
  return partById(context, params.id);
}

/** Throws NOT_FOUND for a part that was deleted since it was looked at. */
async function lockPart(unit: Work, id: number): Promise<void> {
  const part = await partsDb(unit).selectFrom('part').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!part) throw new CallError('NOT_FOUND');
}

/** What becomes of one of several: `null` where it was done. */
const outcome = (id: number, refused: Sentence | null) => ({
  id,
  done: refused === null,
  message: refused?.message ?? null,
  ...(refused && { said: refused.said }),
});

/** How long a deletion can be taken back. */
const keptFor = '1 day';

export async function archive(
  context: CallContext,
  { body: { ids, archived } }: CallArguments<typeof archiveParts>,
): Promise<BulkResult> {
  requireChange(context);
  return context.write(async (unit) => {
    const { rows } = await sql<{ id: number }>`
      update part p set archived_at = ${archived ? sql`coalesce(p.archived_at, now())` : sql`null`}
      where p.id = any(${ids}::bigint[]) and ${isOwn(context)} returning p.id
    `.execute(unit.db);
    const done = new Set(rows.map(({ id }) => id));
    if (done.size > 0) await noteAll(unit, context.user, archived ? 'part.archived' : 'part.restored', [...done]);
    return ids.map((id) => outcome(id, done.has(id) ? null : say('gone')));
  });
}

export async function tagAll(
  context: CallContext,
  { body: { ids, ...change } }: CallArguments<typeof tagParts>,
): Promise<BulkResult> {
  requireChange(context);
  return context.write(async (unit) => {
    const { rows } = await sql<{ id: number; tags: string[] }>`
      select p.id, p.tags from part p where p.id = any(${ids}::bigint[]) and ${isOwn(context)} order by p.id for update of p
    `.execute(unit.db);
    const after = new Map(rows.map(({ id, tags }) => [id, changedTags(tags, change)]));
    const done = rows.flatMap(({ id }) => ((after.get(id)?.length ?? 0) > mostTags ? [] : [id]));
    for (const id of done) {
      await partsDb(unit)
        .updateTable('part')
        .set({ tags: after.get(id) ?? [] })
        .where('id', '=', id)
        .execute();
    }
    await summarize(unit, done);
    if (done.length > 0) await noteAll(unit, context.user, 'part.tagged', done);
    return ids.map((id) => {
      if (!after.has(id)) return outcome(id, say('gone'));
      return outcome(id, done.includes(id) ? null : say('tooManyTags', { most: mostTags }));
    });
  });
}

export async function remove(
  context: CallContext,
  { body: { ids } }: CallArguments<typeof deleteParts>,
): Promise<BulkResult> {
  requireChange(context);
  return context.write(async (unit) => {
    const { rows: known } = await sql<{ id: number }>`
      select p.id from part p where p.id = any(${ids}::bigint[]) and ${isOwn(context)} order by p.id for update of p
    `.execute(unit.db);
    const own = known.map(({ id }) => id);
    // An order that is being placed holds the lock of its revisions: the orders are read after this one has it.
    await sql`select id from part_revision where part_id = any(${own}::bigint[]) order by id for update`.execute(
      unit.db,
    );
    await sql`delete from part where deleted_at < now() - ${keptFor}::interval`.execute(unit.db);
    const { rows: deleted } = await sql<{ id: number }>`
      update part p set deleted_at = now() where p.id = any(${own}::bigint[]) and not exists (
        select 1 from part_revision r
          join part_upload u on u.revision_id = r.id
          join ${ordersFrom(context, (orders) => orders.ordered(null))} o
            on o.original_file_id = u.original_file_id and o.company_id = p.company_id
        where r.part_id = p.id)
      returning p.id
    `.execute(unit.db);
    const gone = new Set(deleted.map(({ id }) => id));
    if (gone.size > 0) await noteAll(unit, context.user, 'part.deleted', [...gone]);
    return ids.map((id) => outcome(id, gone.has(id) ? null : say(own.includes(id) ? 'wasOrdered' : 'gone')));
  });
}

/** A deletion can be taken back: the parts are as they were, archived ones archived. */
export async function bringBack(
  context: CallContext,
  { body: { ids } }: CallArguments<typeof undeleteParts>,
): Promise<BulkResult> {
  requireChange(context);
  return context.write(async (unit) => {
    const { rows } = await sql<{ id: number }>`
      update part p set deleted_at = null
      where p.id = any(${ids}::bigint[]) and p.deleted_at > now() - ${keptFor}::interval and ${isOfCompany(context)}
      returning p.id
    `.execute(unit.db);
    const done = new Set(rows.map(({ id }) => id));
    if (done.size > 0) await noteAll(unit, context.user, 'part.restored', [...done]);
    return ids.map((id) => outcome(id, done.has(id) ? null : say('gone')));
  });
}

/** One entry for all of them. */
async function noteAll(unit: Work, user: Principal, action: string, ids: readonly number[]): Promise<void> {
  await unit.audit({
    action,
    objectKind: 'PART',
    objectId: ids.length === 1 ? String(ids[0]) : 'several',
    after: { ids },
  });
  await announceChange(unit, user);
}

/** Open lists of the company are loaded again; the event names no part. */
export const announceChange = (unit: Work, { companyId }: Principal): Promise<void> =>
  unit.emit(partsChanged, {}, { companyIds: companyId === null ? [] : [companyId] });
