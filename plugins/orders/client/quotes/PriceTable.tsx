import { useFormikContext } from 'formik';
import type { FormikErrors } from 'formik';
import { useCallback } from 'react';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { useTexts } from '@sinter/sdk/ui';
import { PriceRow, type PartEstimate } from './PriceRow.tsx';
import type { LineValues, QuoteValues } from './quoteValues.ts';
import css from './quotes.module.css';

interface PriceTableProps {
  parts: readonly OrderFile[];
  currency: string;
  materials: readonly { id: number; name: string }[];
  estimates: readonly PartEstimate[] | null;
}

/** The prices of all parts. Enter and the arrows go to the next part; each row is drawn only when it changes. */
export function PriceTable({ parts, currency, materials, estimates }: PriceTableProps) {
  const t = useTexts();
  const { values, errors, submitCount, setFieldValue } = useFormikContext<QuoteValues>();
  const change = useCallback(
    (index: number, line: LineValues) => void setFieldValue(`lines.${index}`, line),
    [setFieldValue],
  );
  return (
    <table className={css['prices']}>
      <thead>
        <tr>
          <th scope="col">{t('part.file')}</th>
          <th scope="col">{t('part.quantity')}</th>
          <th scope="col">{t('quote.unitPrice', { currency })}</th>
          <th scope="col">{t('quote.sum')}</th>
          <th scope="col">{t('quote.more')}</th>
        </tr>
      </thead>
      {parts.map((part, index) => {
        const line = values.lines[index];
        if (!line) return null;
        return (
          <PriceRow
            key={part.id}
            {...{ index, part, line, currency, materials }}
            estimate={estimates?.[index] ?? null}
            problems={submitCount > 0 ? problemsOf(errors, index) : ''}
            onChange={change}
          />
        );
      })}
    </table>
  );
}

/** What is wrong about a line, by field, as one text: so that a row whose problems stay is not drawn anew. */
function problemsOf({ lines }: FormikErrors<QuoteValues>, index: number): string {
  const problem = Array.isArray(lines) ? lines[index] : undefined;
  return problem ? JSON.stringify(problem) : '';
}
