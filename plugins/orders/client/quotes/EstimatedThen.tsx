import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import { useTexts } from '@sinter/sdk/ui';
import Sureness from '../Sureness.tsx';
import css from './quotes.module.css';

interface EstimatedThenProps {
  order: OrderDetail;
  estimated: NonNullable<Quote['estimated']>;
  currency: string;
}

/** How sure the estimate was when the quote was sent. */
export default function EstimatedThen({ order, estimated, currency }: EstimatedThenProps) {
  const t = useTexts();
  return (
    <details className={css['internal']}>
      <summary>{t('quote.estimatedThen')}</summary>
      {estimated.map(({ orderFileId, accuracy }) => (
        <p key={orderFileId}>
          <bdi>{order.rfqFileDTOs.find(({ id }) => id === orderFileId)?.originalFileDTO.fileName}</bdi>
          {': '}
          <Sureness accuracy={accuracy} currency={currency} />
        </p>
      ))}
    </details>
  );
}
