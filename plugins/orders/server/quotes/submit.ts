import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { submitQuote } from '@sinter/sdk/contract/orders/orders';
import { requireGates } from '@sinter/sdk/contract/production/askGates';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { sumOf } from '../../shared/agreed.ts';
import { onOrder, ownMatch } from '../actions.ts';
import { factsOf } from '../facts.ts';
import { allowedOnMatch, moveMatch, ordersDb, refused, type LockedMatch, type LockedOrder } from '../lifecycle.ts';
import { estimatesOf } from '../estimateFiles.ts';
import { partsOf } from '../payment/payable.ts';
import { say } from '../texts.ts';
import { attach, prepareAttach } from './files.ts';

type QuoteDraft = CallArguments<typeof submitQuote>['body'];
type NewLine = QuoteDraft['lines'][number];

/** More than this is no price of anything, and whatever is summed of it stays exact. */
const mostMinor = 1e13;

/** A quote prices every part of the order, so that its total is the order's price. */
export async function quoteOrder(context: CallContext, orderId: number, draft: QuoteDraft): Promise<void> {
  await prepareAttach(context, orderId, draft.fileIds);
  await onOrder(context, orderId, draft.eventId, async (unit, order, cause) => {
    const match = ownMatch(context, order);
    if (!match) throw new CallError('NOT_FOUND');
    requireQuotable(order, match);
    await requireGates(context, unit, match.facilityId, { gate: 'QUOTE', subjectId: order.id });
    const lines = await linesOf(unit, order.id, draft.lines);
    await requireMakeable(unit, match.facilityId, draft.lines);
    const total = sumOf(
      lines.map(({ unit_price_minor, quantity }) => ({ unitPrice: unit_price_minor, quantity })),
      draft.charges,
    );
    if (total > mostMinor) throw invalid({ lines: say('totalTooHigh') });
    const { currency } = await unit.db
      .selectFrom('facility')
      .select('currency')
      .where('id', '=', match.facilityId)
      .executeTakeFirstOrThrow();
    await moveMatch(unit, order, match, 'SUBMIT_QUOTE', cause);
    const db = ordersDb(unit);
    const { id } = await db
      .insertInto('quote')
      .values({
        match_id: match.id,
        status: 'SUBMITTED',
        currency,
        total_minor: total,
        lead_time_days: draft.leadTimeDays,
        note: draft.note,
        internal_note: draft.internalNote,
        charges: JSON.stringify(draft.charges),
        options: JSON.stringify(draft.options.map((option, index) => ({ ...option, id: index + 1 }))),
        po_number: null,
        accuracy: await estimatedNow(unit, match.facilityId, order.id),
        revision: sql<number>`1 + (select count(*) from quote where match_id = ${match.id})`,
        valid_until: new Date(Date.now() + draft.validDays * 86_400_000),
        created_by: context.user.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('quote_line')
      .values(lines.map((line) => ({ ...line, quote_id: id })))
      .execute();
    await attach(context, unit, order, id, draft.fileIds);
  });
}

/** How sure the estimate is now, and what it rests on: it stays with the quote, whatever is learned later. */
async function estimatedNow(unit: Work, facilityId: number, orderId: number): Promise<string | null> {
  const parts = await partsOf(unit.db, orderId);
  const priced = await estimatesOf(unit.db, parts, { facilityId }).catch((error: unknown) => {
    if (error instanceof CallError) return null;
    throw error;
  });
  const lines = parts.flatMap(({ id: orderFileId }, index) => {
    const { accuracy = null } = priced?.files[index] ?? {};
    return accuracy ? [{ orderFileId, accuracy }] : [];
  });
  return lines.length > 0 ? JSON.stringify(lines) : null;
}

/** Says why, where the status alone would not tell the facility. */
function requireQuotable(order: LockedOrder, match: LockedMatch): void {
  const allowed = allowedOnMatch(match.status, factsOf(match));
  if (allowed.includes('SUBMIT_QUOTE')) return;
  const why =
    order.status === 'WITHDRAWN' ? say('orderWithdrawn', { order: String(order.id) }) : reasons[match.status]?.();
  throw refused(match.status, 'SUBMIT_QUOTE', allowed, why);
}

const reasons: Partial<Record<LockedMatch['status'], () => Sentence>> = {
  BID_SUBMITTED: () => say('quotedAlready'),
  BID_LOST: () => say('orderLost'),
  TIMED_OUT: () => say('quoteTooLate'),
  ON_HOLD: () => say('orderHeld'),
};

async function linesOf(unit: Work, orderId: number, priced: readonly NewLine[]) {
  const parts = await unit.db
    .selectFrom('rfq_order_file')
    .select(['id', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const lineOf = new Map(priced.map((line) => [line.orderFileId, line]));
  return parts.map(({ id, quantity }) => {
    const line = lineOf.get(id);
    if (!line) throw invalid({ lines: say('pricesMissing') });
    const quantities = [quantity, ...line.breaks.map((each) => each.quantity)];
    if (new Set(quantities).size < quantities.length) {
      throw invalid({ [`lines.${priced.indexOf(line)}.breaks`]: say('breakTwice') });
    }
    return {
      order_file_id: id,
      quantity,
      unit_price_minor: line.unitPrice,
      breaks: JSON.stringify(line.breaks.toSorted((one, other) => one.quantity - other.quantity)),
      alternatives: JSON.stringify(line.alternatives.map((each, index) => ({ ...each, id: index + 1 }))),
    };
  });
}

/** Other materials are those that some machine of the facility takes. */
async function requireMakeable(unit: Work, facilityId: number, lines: readonly NewLine[]): Promise<void> {
  const wanted = lines.flatMap(({ alternatives }) => alternatives.map(({ materialId }) => materialId));
  if (wanted.every((id) => id === null)) return;
  const { rows } = await sql<{ id: number }>`
    select distinct m.id from material m
      join equipment_material em on em.material_id = m.id
      join equipment e on e.id = em.equipment_id
      join machine_model model on model.id = e.machine_model_id and model.am_process_id = m.am_process_id
    where m.id = any(${wanted}::bigint[]) and e.facility_id = ${facilityId} and not e.hidden
  `.execute(unit.db);
  const known = new Set<number | null>([null, ...rows.map(({ id }) => id)]);
  for (const [index, { alternatives }] of lines.entries()) {
    for (const [place, { materialId }] of alternatives.entries()) {
      if (known.has(materialId)) continue;
      throw invalid({ [`lines.${index}.alternatives.${place}.materialId`]: say('noMachineForIt') });
    }
  }
}

const invalid = (fields: Record<string, Sentence>) => new CallError('INVALID_INPUT', undefined, { fields });
