import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { signNcrRow } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext } from '@sinter/sdk/server';
import { qualitySettings } from '../settings.ts';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { carryOut, isSigned } from './carry.ts';
import { lockFor, remember, requireOpen, touch } from './lock.ts';
import { isOfBoard } from './people.ts';
import { readOf } from './read.ts';

export async function sign(context: CallContext, { params, body }: CallArguments<typeof signNcrRow>) {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  if (!isOfBoard(settings, user.memberRoles)) throw new CallError('FORBIDDEN');
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, params.id);
    requireOpen(ncr, 'SIGN');
    const row = ncr.rows.find(({ id }) => id === params.rowId);
    if (!row) throw new CallError('NOT_FOUND');
    if (row.state !== 'PROPOSED' || settings.rigor !== 'FULL' || isSigned(row, settings.rigor)) {
      throw new CallError('NOT_POSSIBLE', say('nothingToSign'));
    }
    if (row.signatures.some(({ userId }) => userId === user.userId))
      throw new CallError('NOT_POSSIBLE', say('signedAlready'));
    await qualityDb(unit)
      .insertInto('ncr_signature')
      .values({ row_id: row.id, user_id: user.userId, approves: body.approves, note: body.note })
      .execute();
    row.signatures.push({ userId: user.userId, approves: body.approves });
    await remember(unit, ncr, {
      ...{ what: 'SIGN', note: body.note, about: row.disposition ?? '', quantity: row.quantity, by: user.userId },
      after: { row: row.id, approves: body.approves },
    });
    if (!body.approves) {
      row.state = 'REFUSED';
      await qualityDb(unit).updateTable('ncr_row').set({ state: 'REFUSED' }).where('id', '=', row.id).execute();
    } else if (ncr.status === 'DISPOSITIONED') {
      await carryOut({ services: context, unit, by: user, rigor: settings.rigor }, ncr);
    }
    await touch(unit, ncr);
  });
  return readOf(context, params.id);
}
