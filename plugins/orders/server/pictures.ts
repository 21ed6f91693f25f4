import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { updatePngFile } from '@sinter/sdk/contract/orders/ordering';
import { storedFiles, type CallContext, type FileRecord } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { tellChanged, hearers, lockOrder } from './lifecycle.ts';
import { files as orderFiles } from './orderFiles.ts';
import { say } from './texts.ts';
import { requireVisible } from './visibility.ts';

/** Gives parts of an order pictures of the buyer's own. Whoever sees the order sees them. */
export async function givePictures(
  context: CallContext,
  { params: { orderId }, body }: CallArguments<typeof updatePngFile>,
): Promise<CallResult<typeof updatePngFile>> {
  await requireVisible(context, orderId);
  const stored = context.get(storedFiles);
  const pictures = await Promise.all(body.files.map(({ pngFileId }) => stored.require(context.user, pngFileId)));
  const pictureIds = pictures.map(({ id }) => id);
  await requireOwnPictures(context, pictures);
  await context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    const { rows } = await sql<{ id: number }>`
      update rfq_order_file f set png_file_id = told.picture
      from unnest(${body.files.map(({ orderFileId }) => orderFileId)}::bigint[], ${pictureIds}::bigint[]) as told (id, picture)
      where f.id = told.id and f.order_id = ${orderId} returning f.id
    `.execute(unit.db);
    const changed = new Set(rows.map(({ id }) => id));
    const strange = body.files.findIndex(({ orderFileId }) => !changed.has(orderFileId));
    if (strange >= 0) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { [`files.${strange}.orderFileId`]: say('notOfOrder') },
      });
    }
    if (order.controlled) await stored.restrict(unit, pictureIds);
    const { rows: shown } = await sql<{ facilityId: number }>`
      select facility_id as "facilityId" from rfq_match where order_id = ${orderId} and unlocked_at is not null
    `.execute(unit.db);
    const facilityIds = shown.map(({ facilityId }) => facilityId);
    if (facilityIds.length > 0) await stored.share(unit, pictureIds, { facilityIds });
    await unit.audit({ action: 'order.pictured', objectKind: 'RFQ', objectId: String(orderId), after: [...changed] });
    await tellChanged(unit, order, order.status, hearers(order, order.matches));
  });
  const found = await orderFiles.read(
    context.db,
    body.files.map(({ orderFileId }) => orderFileId),
  );
  return [...found.values()].map(({ id, pngFileDTO }) => ({ id, pngFileDTO }));
}

async function requireOwnPictures(context: CallContext, pictures: readonly FileRecord[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from stored_file where id = any(${pictures.map(({ id }) => id)}::bigint[])
      and owner_company_id = ${context.companyId}
  `.execute(context.db);
  const own = new Set(rows.map(({ id }) => id));
  const strange = pictures.findIndex(({ id, fileName }) => !own.has(id) || !/\.png$/i.test(fileName));
  if (strange < 0) return;
  throw new CallError('INVALID_INPUT', undefined, { fields: { [`files.${strange}.pngFileId`]: say('noPicture') } });
}
