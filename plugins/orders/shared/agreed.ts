import type { Charge, Choices, QuoteLine, QuoteOption } from '@sinter/sdk/contract/orders/offers';

/** What a quote offers, as far as sums need it. */
export interface Offer {
  lines: readonly QuoteLine[];
  charges: readonly Charge[];
  options: readonly QuoteOption[];
  leadTimeDays: number;
}
export interface AgreedLine {
  orderFileId: number;
  quantity: number;
  unitPrice: number;
  alternativeId: number | null;
}
export interface Agreed {
  lines: AgreedLine[];
  /** Minor units. */
  total: number;
  leadTimeDays: number;
  optionId: number | null;
}

/** What the buyer gets for which total; `null` when the quote does not offer what is chosen. */
export function agreedOf(offer: Offer, { optionId, lines: chosen }: Choices): Agreed | null {
  const option = optionId === null ? null : offer.options.find(({ id }) => id === optionId);
  if (option === undefined) return null;
  const known = new Set(offer.lines.map(({ orderFileId }) => orderFileId));
  const named = new Set(chosen.map(({ orderFileId }) => orderFileId));
  if (named.size < chosen.length || [...named].some((id) => !known.has(id))) return null;
  const lines: AgreedLine[] = [];
  for (const line of offer.lines) {
    const priced = pricedAs(
      line,
      chosen.find(({ orderFileId }) => orderFileId === line.orderFileId),
    );
    if (!priced) return null;
    // The factor is on the price of a piece, so that pieces times price is what the line costs.
    const unitPrice = Math.round(priced.unitPrice * (option?.priceFactor ?? 1));
    lines.push({ ...priced, orderFileId: line.orderFileId, unitPrice });
  }
  return {
    lines,
    total: sumOf(lines, offer.charges),
    leadTimeDays: option?.leadTimeDays ?? offer.leadTimeDays,
    optionId: option?.id ?? null,
  };
}

function pricedAs(line: QuoteLine, choice: Choices['lines'][number] | undefined) {
  const { alternativeId = null, quantity = null } = choice ?? {};
  if (alternativeId !== null && quantity !== null) return null;
  if (alternativeId !== null) {
    const found = line.alternatives.find(({ id }) => id === alternativeId);
    return found ? { quantity: found.quantity, unitPrice: found.unitPrice, alternativeId } : null;
  }
  if (quantity === null || quantity === line.quantity) {
    return { quantity: line.quantity, unitPrice: line.unitPrice, alternativeId: null };
  }
  const found = line.breaks.find((each) => each.quantity === quantity);
  return found ? { ...found, alternativeId: null } : null;
}

/** Minor units of lines and charges together. */
export const sumOf = (
  lines: readonly { unitPrice: number; quantity: number }[],
  charges: readonly { amount: number }[],
): number =>
  lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0) +
  charges.reduce((sum, charge) => sum + charge.amount, 0);

/** As asked for. */
export const asAsked: Choices = { optionId: null, lines: [] };
