import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { mostFileBytes, type attachCheckFile } from '@sinter/sdk/contract/production/checkFiles';
import { storedFiles, type CallContext, type Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import { requireSight } from '../checklists/sight.ts';
import { seenLot } from '../floor/read.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import type { CheckPlace } from './files.ts';

export async function attach(
  context: CallContext,
  { params }: CallArguments<typeof attachCheckFile>,
): Promise<CallResult<typeof attachCheckFile>> {
  const { facilityId, user } = context;
  await requirePlace(context, params);
  const controlled = await isControlled(context.db, params);
  const { content, fileName } = await context.upload();
  const stored = await context.files.write(notEmpty(content), { controlled, maxBytes: mostFileBytes });
  const added = context.write(async (unit) => {
    // Marked meanwhile: the bytes lie in the wrong store.
    if ((await isControlled(unit.db, params)) !== controlled) throw new CallError('CONFLICT');
    const added = await context.get(storedFiles).add(unit, {
      ...{ ...stored, fileName, controlled, createdBy: user.userId },
      owner: { facilityId },
    });
    const { place, subjectId, position } = params;
    await productionDb(unit)
      .insertInto('check_file')
      .values({ file_id: added.id, facility_id: facilityId, place, subject_id: subjectId, position })
      .execute();
    await unit.audit({ action: 'check.file_attached', objectKind: 'FILE', objectId: String(added.id) });
    return added;
  });
  const file = await added.catch(async (error: unknown) => {
    await context.get(storedFiles).discard([{ sha256: stored.sha256, controlled }]);
    throw error;
  });
  return { fileId: file.id, fileName };
}

/** Throws FORBIDDEN for who does not work there, NOT_FOUND for what they may not see. */
async function requirePlace(context: CallContext, { place, subjectId, position }: CheckPlace): Promise<void> {
  if (place !== 'STEP') return requireSight(context, { gate: place, subjectId, position });
  if (!context.user.permissions.includes('WORKCENTER_OPERATION_ACCESS')) throw new CallError('FORBIDDEN');
  await seenLot(context, subjectId);
}

async function* notEmpty(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let empty = true;
  for await (const chunk of content) {
    empty &&= chunk.byteLength === 0;
    yield chunk;
  }
  if (empty) throw new CallError('INVALID_INPUT', undefined, { fields: { file: say('checkWrong') } });
}

const ordersOf = ({ place, subjectId }: CheckPlace) => {
  if (place === 'STEP' || place === 'STEP_START' || place === 'STEP_FINISH') {
    return sql`select order_id from lot where id = ${subjectId}`;
  }
  return place === 'JOB_START'
    ? sql`select f.order_id from job_file b join rfq_order_file f on f.id = b.order_file_id where b.job_id = ${subjectId}`
    : sql`select ${subjectId}::bigint`;
};

async function isControlled(db: Kysely<Tables>, place: CheckPlace): Promise<boolean> {
  const { rows } = await sql`
    select from rfq_order o where o.id in (${ordersOf(place)}) and ${orderIsControlled} limit 1
  `.execute(db);
  return rows.length > 0;
}
