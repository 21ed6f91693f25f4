import { CallError } from '@sinter/sdk/contract';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import type { Payable } from '@sinter/sdk/contract/orders/payments';
import type { CallContext, Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import { noShopFacts, shopFactsSchema } from '@sinter/sdk/contract/host/storeFront';
import { lineChoices } from '@sinter/sdk/contract/orders/request';
import * as z from 'zod';
import { estimatesOf } from '../estimateFiles.ts';
import { suppliersOf } from '../portal/suppliers.ts';
import { viewersMatch, visible } from '../visibility.ts';
import { say } from '../texts.ts';
import { settingOf, waysFor } from './settingRow.ts';

/** Days for which the price engine's price holds. */
const priceDays = 30;

const partSchema = z.object({
  id: z.number(),
  name: z.string(),
  quantity: z.number(),
  fileId: z.number(),
  amProcessId: z.number(),
  materialId: z.number(),
  ...lineChoices,
});
export type Part = z.output<typeof partSchema>;

export const partsOf = async (db: Kysely<Tables>, orderId: number): Promise<Part[]> => {
  const { rows } = await sql`
    select f.id, f.quantity, file.file_name as name, f.file_id as "fileId", f.am_process_id as "amProcessId",
      f.material_id as "materialId", f.finish_id as "finishId", f.color, f.tolerance, f.inspection
    from rfq_order_file f join stored_file file on file.id = f.original_file_id
    where f.order_id = ${orderId} order by f.position
  `.execute(db);
  return z.array(partSchema).parse(rows);
};

export interface Charges {
  parts: Money;
  delivery: Money;
  tax: Money;
  payable: Money;
}

/** What parts at this price cost in the end. Delivery and tax are agreed outside of the order. */
export function chargesOf({ amount, currency }: Money): Charges {
  const none = { amount: 0, currency };
  return { parts: { amount, currency }, delivery: none, tax: none, payable: { amount, currency } };
}

export interface InstantPrice {
  total: Money;
  leadTimeDays: number;
  validUntil: Date;
  lines: { part: Part; unitPrice: number }[];
}

const needsPerson = ({
  manualReview,
  notIncluded,
}: {
  manualReview: readonly unknown[];
  notIncluded: readonly unknown[];
}) => manualReview.length > 0 || notIncluded.length > 0;

const storeFront = z.object({ instant: shopFactsSchema.shape.instant });

/** Does the store front want a person to quote orders of this size? */
async function isBeyondInstant(db: Kysely<Tables>, facilityId: number, amount: number, parts: readonly Part[]) {
  const { rows } = await sql<{ value: unknown }>`
    select c.config_value as value from config_record c join facility f on c.element_id = coalesce(f.root_facility_id, f.id)
    where f.id = ${facilityId} and c.config_type = 'STORE_FRONT_CONFIG' and c.element_type = 'SERVICE_PROVIDER' and c.active
  `.execute(db);
  const { mostValue, mostPieces } = storeFront.safeParse(rows[0]?.value).data?.instant ?? noShopFacts.instant;
  const pieces = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  return (mostValue !== null && amount > mostValue) || (mostPieces !== null && pieces > mostPieces);
}

/** What the price engine asks for these parts on the facility's own machines; `null` where that needs a person. */
export async function instantPrice(
  db: Kysely<Tables>,
  facilityId: number,
  parts: readonly Part[],
): Promise<InstantPrice | null> {
  const priced = await estimatesOf(db, [...parts], { facilityId }).catch((error: unknown) => {
    // A part that none of its machines is made for, or that is not prepared.
    if (error instanceof CallError && error.code === 'INVALID_INPUT') return null;
    throw error;
  });
  const [total, other] = priced?.totals ?? [];
  if (!priced || !total || other || priced.files.some(needsPerson)) return null;
  if (await isBeyondInstant(db, facilityId, total.amount, parts)) return null;
  return {
    total,
    leadTimeDays: priced.leadTimeDays,
    validUntil: new Date(Date.now() + priceDays * 86_400_000),
    lines: parts.map((part, index) => ({ part, unitPrice: priced.files[index]?.unitPrice ?? 0 })),
  };
}

/** Throws CONFLICT unless what the buyer has seen is what it costs. */
export function requireExpected(expected: Money | undefined, { amount, currency }: Money): void {
  if (expected && (expected.amount !== amount || expected.currency !== currency)) {
    throw new CallError('CONFLICT', say('priceChanged'));
  }
}

interface Open {
  matchId: number;
  facilityId: number;
  facility: string;
  companyId: number;
  quoteId: number | null;
  total: number | null;
  currency: string | null;
  leadTimeDays: number | null;
  validUntil: Date | null;
}

/** Prices that the buyer can accept now. */
export async function payables(context: CallContext, orderId: number): Promise<Payable[]> {
  const { db, user } = context;
  const { rows: seen } = await sql<{ status: string }>`
    select o.status from rfq_order o ${viewersMatch(user)} where o.id = ${orderId} and ${visible(user)}
  `.execute(db);
  if (!seen[0]) throw new CallError('NOT_FOUND');
  if (seen[0].status !== 'DISTRIBUTED') return [];
  const { rows } = await sql<Open>`
    select m.id as "matchId", f.id as "facilityId", f.company_name as facility, o.company_id as "companyId",
      q.id as "quoteId", q.total_minor as total, q.currency, q.lead_time_days as "leadTimeDays",
      q.valid_until as "validUntil"
    from rfq_match m join rfq_order o on o.id = m.order_id join facility f on f.id = m.facility_id
      left join quote q on q.match_id = m.id and q.status = 'SUBMITTED' and m.status = 'BID_SUBMITTED'
    where m.order_id = ${orderId} and (m.status = 'BID_WAITING' or q.valid_until > now())
      and not exists (select from rfq_match paying where paying.order_id = m.order_id and paying.status = 'PAYMENT_WAITING')
    order by q.id is null, q.id desc, m.id
  `.execute(db);
  const parts = await partsOf(db, orderId);
  const found = await Promise.all(rows.map((row) => payable(db, row, parts)));
  const told = await suppliersOf(context, [orderId]);
  return found
    .filter((one) => one !== null)
    .map((one) => ({ ...one, facility: told?.(orderId, one.facility.id) ?? one.facility }));
}

async function payable(db: Kysely<Tables>, row: Open, parts: readonly Part[]): Promise<Payable | null> {
  const { facilityId, companyId } = row;
  const rules = await settingOf(db, facilityId);
  const common = { facility: { id: facilityId, name: row.facility } };
  if (row.quoteId !== null && row.total !== null && row.currency !== null) {
    const charges = chargesOf({ amount: row.total, currency: row.currency });
    return {
      ...common,
      ...charges,
      quoteId: row.quoteId,
      instant: false,
      leadTimeDays: row.leadTimeDays ?? 0,
      validUntil: (row.validUntil ?? new Date()).toISOString(),
      ways: waysFor(rules, { companyId, ...charges.payable }),
    };
  }
  if (!rules.card) return null;
  const price = await instantPrice(db, facilityId, parts);
  if (!price) return null;
  const charges = chargesOf(price.total);
  const ways = waysFor(rules, { companyId, ...charges.payable }).filter((way) => way === 'CARD');
  if (ways.length === 0) return null;
  const { leadTimeDays, validUntil } = price;
  return {
    ...common,
    ...charges,
    quoteId: row.matchId,
    instant: true,
    leadTimeDays,
    validUntil: validUntil.toISOString(),
    ways,
  };
}
