import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  mostPhotos,
  type addNcrPhoto,
  type changeNcrPhoto,
  type removeNcrPhoto,
} from '@sinter/sdk/contract/quality/ncrs';
import { storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { attach, prepare } from './files.ts';
import { lockFor, remember, requireOpen, touch, type LockedNcr } from './lock.ts';
import { readOf } from './read.ts';

export async function add(context: CallContext, { params, body }: CallArguments<typeof addNcrPhoto>) {
  const { subject } = await readOf(context, params.id);
  await prepare(context, [body.fileId], 'fileId', subject.orderId);
  return onPhotos(context, params.id, async (unit, ncr) => {
    const { count } = await qualityDb(unit)
      .selectFrom('ncr_photo')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ncr_id', '=', ncr.id)
      .executeTakeFirstOrThrow();
    if (count >= mostPhotos) throw new CallError('CONFLICT', say('tooManyPhotos', { most: mostPhotos }));
    await attach(context, unit, ncr, [body], 'fileId');
  });
}

export const change = (context: CallContext, { params, body }: CallArguments<typeof changeNcrPhoto>) =>
  onPhotos(context, params.id, async (unit, ncr) => {
    const row = await qualityDb(unit)
      .updateTable('ncr_photo')
      .set({ caption: body.caption, marks: JSON.stringify(body.marks) })
      .where('id', '=', params.photoId)
      .where('ncr_id', '=', ncr.id)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new CallError('NOT_FOUND');
  });

export const remove = (context: CallContext, { params }: CallArguments<typeof removeNcrPhoto>) =>
  onPhotos(context, params.id, async (unit, ncr) => {
    const row = await qualityDb(unit)
      .deleteFrom('ncr_photo')
      .where('id', '=', params.photoId)
      .where('ncr_id', '=', ncr.id)
      .returning('file_id')
      .executeTakeFirst();
    if (!row) throw new CallError('NOT_FOUND');
    if (ncr.order) await context.get(storedFiles).takeBack(unit, [row.file_id], { companyIds: [ncr.order.companyId] });
  });

async function onPhotos(context: CallContext, id: number, act: (unit: Work, ncr: LockedNcr) => Promise<void>) {
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, id);
    requireOpen(ncr, 'PHOTO');
    await act(unit, ncr);
    await remember(unit, ncr, { what: 'PHOTO', by: context.user.userId });
    await touch(unit, ncr);
  });
  return readOf(context, id);
}
