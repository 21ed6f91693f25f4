import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { NcrRowDraft, setNcrRows } from '@sinter/sdk/contract/quality/ncrs';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { qualitySettings } from '../settings.ts';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { carryOut, hasLeft } from './carry.ts';
import {
  lockFor,
  remember,
  requireOpen,
  requireVersion,
  rowsOf,
  touch,
  type LockedNcr,
  type LockedRow,
} from './lock.ts';
import { tellBoard } from './notices.ts';
import { readOf } from './read.ts';

export async function setRows(context: CallContext, { params, body }: CallArguments<typeof setNcrRows>) {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, params.id);
    requireVersion(ncr, body.version);
    requireOpen(ncr, 'SET_ROWS');
    await requireRows(unit, ncr, body.rows, settings);
    const changed = await write(unit, ncr, body.rows, user.userId);
    await remember(unit, ncr, {
      ...{ what: 'ROWS', by: user.userId },
      after: body.rows.map(({ quantity, disposition }) => ({ quantity, disposition })),
    });
    ncr.rows = await rowsOf(unit, ncr.id);
    if (ncr.status === 'DISPOSITIONED')
      await carryOut({ services: context, unit, by: user, rigor: settings.rigor }, ncr);
    if (changed && settings.rigor === 'FULL') await tellBoard(unit, ncr, settings.boardRoles, user.userId);
    await touch(unit, ncr);
  });
  return readOf(context, params.id);
}

const isSame = (row: LockedRow, draft: NcrRowDraft): boolean =>
  row.quantity === draft.quantity &&
  row.disposition === draft.disposition &&
  row.reason === draft.reason &&
  row.toPosition === draft.toPosition;

/** Throws INVALID_INPUT, by field, unless these can stand in place of the rows that there are. */
async function requireRows(
  unit: Work,
  ncr: LockedNcr,
  drafts: readonly NcrRowDraft[],
  { dispositions }: QualitySettings,
): Promise<void> {
  const fields: Record<string, Sentence> = {};
  const sum = drafts.reduce((all, { quantity }) => all + quantity, 0);
  if (sum !== ncr.affectedQuantity) {
    fields.rows = say('wrongSum', { sum, affected: ncr.affectedQuantity });
  }
  const steps = await stepsOf(unit, ncr.lotId);
  const named = new Set<number>();
  for (const [index, draft] of drafts.entries()) {
    const row = draft.id === null ? undefined : ncr.rows.find(({ id }) => id === draft.id);
    if (draft.id !== null && (!row || named.has(draft.id))) fields[`rows.${index}.id`] = say('noSuchRow');
    if (draft.id !== null) named.add(draft.id);
    if (row && isSame(row, draft)) continue;
    if (row?.state === 'DONE') fields[`rows.${index}.quantity`] = say('rowDone');
    if (
      draft.disposition !== null &&
      draft.disposition !== row?.disposition &&
      !dispositions.includes(draft.disposition)
    ) {
      fields[`rows.${index}.disposition`] = say('noSuchChoice');
    }
    const backTo = draft.disposition === 'REWORK' || draft.disposition === 'REPAIR';
    const lacks = backTo && ncr.lotId !== null && !hasLeft(ncr) && !steps.includes(draft.toPosition ?? -1);
    if (lacks || (!backTo && draft.toPosition !== null)) fields[`rows.${index}.toPosition`] = say('stepMissing');
  }
  if (ncr.rows.some(({ id, state }) => state === 'DONE' && !named.has(id))) fields.rows ??= say('rowDone');
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}

/** Steps that pieces can go back to: the build itself is none. */
async function stepsOf(unit: Work, lotId: number | null): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select position from lot_step where lot_id = ${lotId} and kind <> 'PRINT'
  `.execute(unit.db);
  return rows.map(({ position }) => position);
}

/** What has changed is a new proposal. Answers whether there is one. */
async function write(unit: Work, ncr: LockedNcr, drafts: readonly NcrRowDraft[], userId: number): Promise<boolean> {
  const db = qualityDb(unit);
  const named = drafts.flatMap(({ id }) => id ?? []);
  const gone = ncr.rows.flatMap(({ id }) => (named.includes(id) ? [] : [id]));
  const changed = drafts.filter((draft) => {
    const row = ncr.rows.find(({ id }) => id === draft.id);
    return !row || !isSame(row, draft) || row.state === 'REFUSED';
  });
  const kept = changed.flatMap(({ id }) => id ?? []);
  await sql`delete from ncr_row where id = any(${gone}::bigint[])`.execute(unit.db);
  await sql`delete from ncr_signature where row_id = any(${kept}::bigint[])`.execute(unit.db);
  for (const { id, quantity, disposition, reason, toPosition } of changed) {
    const values = {
      ...{ quantity, disposition, reason, to_position: toPosition, concession: null, proposed_by: userId },
      state: disposition === null ? ('PENDING' as const) : ('PROPOSED' as const),
    };
    if (id === null)
      await db
        .insertInto('ncr_row')
        .values({ ncr_id: ncr.id, ...values })
        .execute();
    else await db.updateTable('ncr_row').set(values).where('id', '=', id).execute();
  }
  return changed.some(({ disposition }) => disposition !== null);
}
