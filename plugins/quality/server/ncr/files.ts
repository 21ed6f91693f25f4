import { CallError, type Sentence } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { isKiosk, storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import type { LockedNcr } from './lock.ts';

const picture = /\.(?:png|jpe?g|webp|gif|heic|heif|avif)$/i;

/** A photo that is going to hang on one. */
export interface NewPhoto {
  fileId: number;
  caption: string;
  marks: readonly unknown[];
}

const refused = (field: string, message: Sentence) =>
  new CallError('INVALID_INPUT', undefined, { fields: { [field]: message } });

/**
 * Before the transaction of `attach`. Throws NOT_FOUND or EXPORT_CONTROLLED for files that the caller may not see, INVALID_INPUT for
 * what is not a picture of the own side. `orderId`: known to be of something controlled, contents are moved before.
 */
export async function prepare(
  context: CallContext,
  fileIds: readonly number[],
  field: string,
  orderId: number | null,
): Promise<void> {
  if (fileIds.length === 0) return;
  if (isKiosk(context)) throw new CallError('FORBIDDEN');
  const { user, db } = context;
  const files = context.get(storedFiles);
  const found = await Promise.all(fileIds.map((id) => files.require(user, id)));
  if (found.some(({ fileName }) => !picture.test(fileName))) throw refused(field, say('notPicture'));
  const { rows } = await sql`
    select from stored_file where id = any(${[...fileIds]}::bigint[])
      and (owner_facility_id = ${user.facilityId} or owner_company_id = ${user.companyId})
  `.execute(db);
  if (rows.length < fileIds.length || new Set(fileIds).size < fileIds.length) throw refused(field, say('notYourFile'));
  const controlled = await sql`select from rfq_order o where o.id = ${orderId} and ${orderIsControlled}`.execute(db);
  if (controlled.rows.length > 0) await files.prepareRestrict(fileIds);
}

/** Hangs photos on one. What hangs on something controlled is controlled too; on others no such may hang. */
export async function attach(
  { get, user }: Pick<CallContext, 'get' | 'user'>,
  unit: Work,
  ncr: Pick<LockedNcr, 'id' | 'facilityId' | 'controlled' | 'customerVisible' | 'order'>,
  photos: readonly NewPhoto[],
  field: string,
): Promise<void> {
  if (photos.length === 0) return;
  const fileIds = photos.map(({ fileId }) => fileId);
  const files = get(storedFiles);
  if (ncr.controlled) await files.restrict(unit, fileIds);
  else if (await anyMarked(unit, fileIds)) throw refused(field, say('controlledFile'));
  await qualityDb(unit)
    .insertInto('ncr_photo')
    .values(
      photos.map(({ fileId, caption, marks }) => ({
        ...{ ncr_id: ncr.id, file_id: fileId, caption, marks: JSON.stringify(marks), user_id: user.userId },
      })),
    )
    .execute();
  await share({ get }, unit, ncr, fileIds);
}

/** None is marked or released until the transaction ends. */
async function anyMarked({ db }: Work, fileIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ controlled: boolean }>`
    select controlled from stored_file where id = any(${[...fileIds]}::bigint[]) order by id for share
  `.execute(db);
  return rows.some(({ controlled }) => controlled);
}

/** The facility sees them, and the customer as far as the non-conformance is shown. */
async function share(
  { get }: Pick<CallContext, 'get'>,
  unit: Work,
  { facilityId, customerVisible, order }: Pick<LockedNcr, 'facilityId' | 'customerVisible' | 'order'>,
  fileIds: readonly number[],
): Promise<void> {
  const companyIds = customerVisible && order ? [order.companyId] : [];
  await get(storedFiles).share(unit, fileIds, { facilityIds: [facilityId], companyIds });
}

/** Its photos follow whether the customer is shown it. */
export async function followShown(services: Pick<CallContext, 'get'>, unit: Work, ncr: LockedNcr): Promise<void> {
  if (!ncr.order) return;
  const rows = await qualityDb(unit).selectFrom('ncr_photo').select('file_id').where('ncr_id', '=', ncr.id).execute();
  const fileIds = rows.map(({ file_id: fileId }) => fileId);
  if (fileIds.length === 0) return;
  if (ncr.customerVisible) await share(services, unit, ncr, fileIds);
  else await services.get(storedFiles).takeBack(unit, fileIds, { companyIds: [ncr.order.companyId] });
}
