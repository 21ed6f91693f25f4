import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import type { KeptEstimate } from '@sinter/sdk/contract/orders/offers';
import { storedFiles, type Services, type Work } from '@sinter/sdk/server';
import { estimate } from '../estimate.ts';
import { ordersDb } from '../lifecycle.ts';
import { writeSearchText } from '../searchText.ts';
import { follow, type Told } from './story.ts';
import { demoUuid, type Asked, type Choice, type Line, type Offer, type Story, type Written } from './stuff.ts';

const priced = ({ part, quantity }: Line, choice: Choice) =>
  estimate(
    { volumeMm3: part.volume, areaMm2: part.area, sizeMm: [part.x, part.y, part.z], watertight: true },
    quantity,
    choice.processKey,
    { densityMgPerMm3: choice.density, pricePerKgMinor: choice.price },
    { hourlyRateMinor: choice.rate, buildMm: [choice.bx, choice.by, choice.bz] },
  );

/** Writes an order of the demo as its story leads to it; its history is written together with those of the others. */
export async function writeStory(unit: Work, services: Services, story: Story): Promise<Written> {
  const { company, choice, lines, asked, createdAt, nda = false } = story;
  const db = ordersDb(unit);
  const outcome = follow(createdAt, asked, nda, story.steps);
  const { id } = await db
    .insertInto('rfq_order')
    .values({
      display_title: story.title,
      company_id: company,
      created_by: story.createdBy,
      status: outcome.status,
      held_from: outcome.heldFrom,
      currency: 'EUR',
      notes: '',
      primary_use_case: null,
      estimated_delivery_date: null,
      export_controlled: false,
      nda_required: nda,
      search_text: '',
      event_id: demoUuid(`order-${story.key}`),
      created_at: createdAt,
      updated_at: outcome.changedAt,
      ...story.fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const files = await db
    .insertInto('rfq_order_file')
    .values(
      lines.map(({ part, quantity, wanted }, position) => ({
        order_id: id,
        position,
        original_file_id: part.id,
        file_id: part.id,
        am_process_id: choice.process,
        material_id: choice.material,
        quantity,
        ...wanted,
      })),
    )
    .returning(['id', 'quantity'])
    .execute();
  if (outcome.status !== 'DRAFT') await keepEstimate(unit, id, story, files);
  await writeSearchText(unit, services.get(partInventory), id);
  const written = { ...outcome, id, company, lines: files };
  if (outcome.stands.length === 0) return { ...written, matches: new Map(), quotes: [] };

  const rows = await db
    .insertInto('rfq_match')
    .values(
      outcome.stands.map(({ facility, status, heldFrom, internal, since, changedAt }) => ({
        order_id: id,
        facility_id: facility,
        status,
        held_from: heldFrom,
        relation: internal ? 'INTERNAL' : 'MATCHED',
        created_at: since,
        updated_at: changedAt,
        unlocked_at: whenOf(outcome.history, facility, 'UNLOCK'),
        agreed_at: whenOf(outcome.history, facility, 'ACCEPT_AWARD'),
        ...asked.find((each) => each.facility === facility)?.fields,
      })),
    )
    .returning(['id', 'facility_id'])
    .execute();
  const matches = new Map(rows.map((row) => [row.facility_id, row.id]));
  for (const { facility, tags = [] } of asked) {
    const row = { facilityId: facility, kind: 'ORDER', id } as const;
    await services.get(facilityTags).change(unit, row, { add: [...tags], remove: [] }, { adds: true });
  }
  const seeing = outcome.stands.filter(({ facility }) => whenOf(outcome.history, facility, 'UNLOCK') !== null);
  if (seeing.length > 0) {
    await services.get(storedFiles).share(
      unit,
      lines.map(({ part }) => part.id),
      { facilityIds: seeing.map(({ facility }) => facility) },
    );
  }
  const quotes = [];
  for (const each of asked) {
    for (const offer of each.quotes) {
      const quote = await writeQuote(unit, matches.get(each.facility) ?? 0, each, offer, story, files);
      quotes.push({ ...quote, facility: each.facility });
    }
  }
  return { ...written, matches, quotes };
}

const whenOf = (history: readonly Told[], facility: number, event: Told['event']): Date | null =>
  history.find((row) => row.event === event && row.facility === facility)?.at ?? null;

async function keepEstimate(
  unit: Work,
  orderId: number,
  { lines, choice, createdAt }: Story,
  files: readonly { id: number }[],
): Promise<void> {
  const said = lines.map((line) => priced(line, choice));
  const kept: KeptEstimate = {
    at: createdAt.toISOString(),
    lines: lines.map(({ quantity }, place) => ({
      orderFileId: files[place]?.id ?? 0,
      quantity,
      unitPrice: { amount: said[place]?.unitPrice ?? 0, currency: 'EUR' },
    })),
    totals: [{ amount: said.reduce((sum, line) => sum + line.total, 0), currency: 'EUR' }],
    leadTimeDays: Math.max(...said.map((line) => line.leadTimeDays)),
  };
  await ordersDb(unit)
    .updateTable('rfq_order')
    .set({ estimate: JSON.stringify(kept) })
    .where('id', '=', orderId)
    .execute();
}

async function writeQuote(
  unit: Work,
  matchId: number,
  { choice }: Asked,
  offer: Offer,
  { lines }: Story,
  files: readonly { id: number }[],
): Promise<{ id: number; total: number }> {
  const said = lines.map((line) => priced(line, choice));
  const { charges = [], options = [], alternative, factor = 1 } = offer;
  const priceLines = lines.map(({ quantity }, place) => {
    const unitPrice = Math.round((said[place]?.unitPrice ?? 0) * factor);
    return {
      order_file_id: files[place]?.id ?? 0,
      unit_price_minor: unitPrice,
      quantity,
      breaks: JSON.stringify(offer.breaks?.(unitPrice, quantity) ?? []),
      alternatives: JSON.stringify(
        alternative && place === 0
          ? [
              {
                id: 1,
                name: alternative.name,
                materialId: alternative.materialId,
                quantity,
                unitPrice: Math.round(unitPrice * alternative.factor),
              },
            ]
          : [],
      ),
    };
  });
  const total =
    priceLines.reduce((sum, line) => sum + line.unit_price_minor * line.quantity, 0) +
    charges.reduce((sum, { amount }) => sum + amount, 0);
  const db = ordersDb(unit);
  const { id } = await db
    .insertInto('quote')
    .values({
      match_id: matchId,
      status: offer.status,
      currency: 'EUR',
      total_minor: total,
      lead_time_days: offer.leadTimeDays ?? Math.max(...said.map((line) => line.leadTimeDays)),
      note: offer.note ?? '',
      internal_note: offer.internalNote ?? '',
      po_number: offer.poNumber ?? null,
      paid_by: offer.paidBy ?? (offer.poNumber === undefined ? null : 'PURCHASE_ORDER'),
      revision: offer.revision ?? 1,
      charges: JSON.stringify(charges),
      options: JSON.stringify(options),
      wish: offer.wish ? JSON.stringify({ total: null, quantities: [], ...offer.wish }) : null,
      valid_until: offer.validUntil,
      created_by: offer.by,
      created_at: offer.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('quote_line')
    .values(priceLines.map((line) => ({ ...line, quote_id: id })))
    .execute();
  return { id, total };
}

/** The histories of all these orders, in the order in which things happened to each. */
export async function writeHistory(unit: Work, orders: readonly Written[]): Promise<void> {
  const rows = orders.flatMap(({ id, matches, history }) =>
    history.map(({ event, facility, order, match, reason, userId, byFacility, at }) => ({
      order_id: id,
      match_id: facility === null ? null : (matches.get(facility) ?? null),
      event,
      event_id: null,
      order_status: order,
      match_status: match,
      reason,
      user_id: userId,
      by_facility_id: byFacility,
      created_at: at,
    })),
  );
  await ordersDb(unit).insertInto('order_history').values(rows).execute();
}
