import * as z from 'zod';
import type { CallInput } from '@sinter/sdk/contract/call';
import type { OrderDetail, Quote, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { sumOf } from '../../shared/agreed.ts';
import { amountText, parseAmount, parsePieces } from './amount.ts';

/** What is typed into a quote. Amounts and pieces are texts as they are typed. */
export interface BreakValues {
  quantity: string;
  price: string;
}
export interface AlternativeValues extends BreakValues {
  name: string;
  materialId: number | null;
}
export interface LineValues {
  price: string;
  breaks: BreakValues[];
  alternatives: AlternativeValues[];
}
export interface QuoteValues {
  lines: LineValues[];
  charges: { name: string; amount: string }[];
  options: { name: string; leadTimeDays: number | null; surcharge: number | null }[];
  leadTimeDays: number | null;
  validDays: number | null;
  note: string;
  internalNote: string;
  files: { id: number; fileName: string }[];
}
type Body = Omit<CallInput<typeof submitQuote>['body'], 'eventId'>;

const mostMinor = 1_000_000_000;

/** `t` says what is wrong; the parsed values are the body of the call. */
export function quoteSchema(
  order: Pick<OrderDetail, 'rfqFileDTOs'>,
  currency: string,
  t: (key: string) => string,
): z.ZodType<Body, QuoteValues> {
  const amount = z.string().transform((text, context) => {
    const minor = parseAmount(text, currency);
    if (minor !== null && minor <= mostMinor) return minor;
    context.addIssue({ code: 'custom', message: t('quote.priceNeeded') });
    return z.NEVER;
  });
  const pieces = z.string().transform((text, context) => {
    const count = parsePieces(text);
    if (count !== null) return count;
    context.addIssue({ code: 'custom', message: t('quote.piecesNeeded') });
    return z.NEVER;
  });
  const days = z
    .number({ error: t('quote.daysNeeded') })
    .int(t('quote.daysNeeded'))
    .min(1, t('quote.daysNeeded'))
    .max(365, t('quote.daysNeeded'));
  const name = z.string().trim().min(1, t('quote.nameNeeded')).max(100);
  return z
    .object({
      lines: z.array(
        z.object({
          price: amount,
          breaks: z.array(z.object({ quantity: pieces, price: amount })),
          alternatives: z.array(z.object({ name, materialId: z.number().nullable(), quantity: pieces, price: amount })),
        }),
      ),
      charges: z.array(z.object({ name, amount })),
      options: z.array(
        z.object({
          name,
          leadTimeDays: days,
          surcharge: z
            .number({ error: t('quote.surchargeNeeded') })
            .min(-90)
            .max(900),
        }),
      ),
      leadTimeDays: days,
      validDays: days,
      note: z.string().max(2000),
      internalNote: z.string().max(2000),
      files: z.array(z.object({ id: z.number(), fileName: z.string() })),
    })
    .transform(({ lines, options, files, ...rest }) => ({
      ...rest,
      lines: lines.map((line, index) => ({
        orderFileId: order.rfqFileDTOs[index]?.id ?? 0,
        unitPrice: line.price,
        breaks: line.breaks.map(({ quantity, price }) => ({ quantity, unitPrice: price })),
        alternatives: line.alternatives.map(({ price, ...each }) => ({ ...each, unitPrice: price })),
      })),
      options: options.map(({ surcharge, ...option }) => ({
        ...option,
        priceFactor: Math.round((100 + surcharge) * 100) / 10_000,
      })),
      fileIds: files.map(({ id }) => id),
    }));
}

/** Minor units of what is typed so far; what is no amount yet counts nothing. */
export function typedTotal({ lines, charges }: QuoteValues, quantities: readonly number[], currency: string): number {
  return sumOf(
    lines.map(({ price }, index) => ({
      unitPrice: parseAmount(price, currency) ?? 0,
      quantity: quantities[index] ?? 0,
    })),
    charges.map(({ amount }) => ({ amount: parseAmount(amount, currency) ?? 0 })),
  );
}

interface Suggested {
  files: readonly { unitPrice: number }[];
  leadTimeDays: number;
}

/** What the facility offered last, else what the price engine suggests. */
export function startValues(
  order: Pick<OrderDetail, 'rfqFileDTOs'>,
  last: Quote | undefined,
  suggested: Suggested | null,
  currency: string,
): QuoteValues {
  const text = (minor: number | undefined) => (minor === undefined ? '' : amountText(minor, currency));
  return {
    lines: order.rfqFileDTOs.map(({ id }, index) => {
      const line = last?.lines.find(({ orderFileId }) => orderFileId === id);
      return {
        price: text(line?.unitPrice ?? suggested?.files[index]?.unitPrice),
        breaks: (line?.breaks ?? []).map(({ quantity, unitPrice }) => ({
          quantity: String(quantity),
          price: text(unitPrice),
        })),
        alternatives: (line?.alternatives ?? []).map(({ name, material, quantity, unitPrice }) => ({
          name,
          materialId: material?.id ?? null,
          quantity: String(quantity),
          price: text(unitPrice),
        })),
      };
    }),
    charges: (last?.charges ?? []).map(({ name, amount }) => ({ name, amount: text(amount) })),
    options: (last?.options ?? []).map(({ name, leadTimeDays, priceFactor }) => ({
      name,
      leadTimeDays,
      surcharge: Math.round((priceFactor - 1) * 10_000) / 100,
    })),
    leadTimeDays: last?.leadTimeDays ?? suggested?.leadTimeDays ?? null,
    validDays: 30,
    note: last?.note ?? '',
    internalNote: last?.internalNote ?? '',
    files: (last?.files ?? []).map(({ id, fileName }) => ({ id, fileName })),
  };
}
