import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { NcrDraft, NcrSource } from '@sinter/sdk/contract/quality/ncr';
import type { NcrNote, raiseNcr } from '@sinter/sdk/contract/quality/ncrs';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { isKiosk, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { nextNumber } from '../numbers.ts';
import { qualitySettings } from '../settings.ts';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { columnsOf, dueAt, requireDraft, searchText } from './draft.ts';
import { attach, prepare, type NewPhoto } from './files.ts';
import { hold } from './hold.ts';
import { containmentOf } from './lines.ts';
import { lockNcr, remember, touch, wasDone, type LockedNcr } from './lock.ts';
import { tellAssigned } from './notices.ts';
import { fullSubject, type FullSubject } from './subject.ts';

type Body = CallArguments<typeof raiseNcr>['body'];

export async function raise(
  context: CallContext,
  { body }: CallArguments<typeof raiseNcr>,
): Promise<CallReply<typeof raiseNcr>> {
  const { db, facilityId, user } = context;
  const fileIds = body.photos.map(({ fileId }) => fileId);
  if (isKiosk(context) && (fileIds.length > 0 || body.subject.lotId === null)) throw new CallError('FORBIDDEN');
  const settings = await qualitySettings(context, db, facilityId);
  await requireDraft(context, body.draft, settings, { within: 'draft.' });
  await prepare(context, fileIds, 'photos', await orderOf(context, body));
  return context.write(async (unit) => {
    const before = await raisedBefore(unit, facilityId, body.eventId);
    if (before !== null) return note(unit, before);
    const subject = await fullSubject(context, unit, body.subject);
    if (subject.most !== null && body.draft.affectedQuantity > subject.most) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { 'draft.affectedQuantity': say('moreThanThere', { most: subject.most }) },
      });
    }
    const ncr = await insert(context, unit, {
      ...{ facilityId, userId: user.userId, source: body.source, subject, draft: body.draft, settings },
      ...{ eventId: body.eventId, photos: body.photos, cleared: user.cleared, shipped: false },
    });
    if (body.hold) {
      // Only what was named: of the machine behind a lot nobody has said anything.
      const { lotId, equipmentId, batch } = body.subject;
      await hold(context, unit, ncr, {
        lotIds: lotId === null ? [] : [lotId],
        equipmentIds: equipmentId === null ? [] : [equipmentId],
        batches: batch === '' ? [] : [batch],
      });
    }
    await tellAssigned(unit, ncr, user.userId);
    return note(unit, ncr.id);
  });
}

export async function raisedBefore(
  { db }: Pick<Work, 'db'>,
  facilityId: number,
  eventId: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select ncr_id as id from ncr_event where facility_id = ${facilityId} and event_id = ${eventId}
  `.execute(db);
  return rows[0]?.id ?? null;
}

async function orderOf({ db, facilityId }: CallContext, { subject }: Body): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce((select order_id from lot where id = ${subject.lotId} and facility_id = ${facilityId}),
      (select order_id from rfq_order_file where id = ${subject.orderFileId}), ${subject.orderId}::bigint) as id
  `.execute(db);
  return rows[0]?.id ?? null;
}

export interface NewNcr {
  facilityId: number;
  userId: number;
  source: NcrSource;
  subject: FullSubject;
  draft: NcrDraft;
  settings: QualitySettings;
  eventId: string;
  photos: readonly NewPhoto[];
  /** Its maker may know of what is export controlled. */
  cleared: boolean;
  shipped: boolean;
}

/** A new one, whose pieces have no disposition yet. */
export async function insert(
  context: Pick<CallContext, 'get' | 'user'>,
  unit: Work,
  { facilityId, userId, source, subject, draft, settings, eventId, photos, cleared, shipped }: NewNcr,
): Promise<LockedNcr> {
  const db = qualityDb(unit);
  const number = await nextNumber(unit, facilityId, 'NCR', settings.ncrNumber);
  const { id } = await db
    .insertInto('ncr')
    .values({
      ...columnsOf(draft),
      ...{ facility_id: facilityId, number, source, shipped, batch: subject.batch, position: subject.position },
      ...{ order_id: subject.orderId, order_file_id: subject.orderFileId, lot_id: subject.lotId },
      ...{ job_id: subject.jobId, equipment_id: subject.equipmentId, created_by: userId },
      customer_visible: draft.customerVisible && subject.orderId !== null,
      due_at: dueAt(draft, settings, new Date()),
      search_text: searchText(number, subject.batch, draft),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ncr_row')
    .values({ ncr_id: id, quantity: draft.affectedQuantity, disposition: null, to_position: null, proposed_by: null })
    .execute();
  const ncr = await lockNcr(context, unit, id, { facilityId, cleared });
  await wasDone(unit, ncr, { userId }, eventId);
  await remember(unit, ncr, { what: 'RAISE', quantity: draft.affectedQuantity, by: userId, after: { number, source } });
  await attach(context, unit, ncr, photos, 'photos');
  await touch(unit, ncr);
  return ncr;
}

async function note({ db }: Pick<Work, 'db'>, id: number): Promise<NcrNote> {
  const { rows } = await sql<NcrNote>`
    select n.id, n.number, n.title, n.status, n.severity, ${containmentOf} as containment from ncr n where n.id = ${id}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new CallError('NOT_FOUND');
  return found;
}
