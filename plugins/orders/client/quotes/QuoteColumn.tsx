import { fileContent } from '@sinter/sdk/contract/host/files';
import type { Quote } from '@sinter/sdk/contract/orders/orders';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDate, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { StatusPill, usePlugin, useTexts, type Tone } from '@sinter/sdk/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { Price } from '../Price.tsx';
import { WhyPill } from '../why/WhyPill.tsx';
import { Changes } from './Changes.tsx';
import type { ColumnProps } from './column.ts';
import { LineOffer, OptionOffer } from './Chosen.tsx';
import { QuoteAnswers } from './QuoteAnswers.tsx';
import css from './quotes.module.css';

const EstimatedThen = lazy(() => import('./EstimatedThen.tsx'));

const tones: Record<Quote['status'], Tone> = {
  SUBMITTED: 'blue',
  ON_HOLD: 'amber',
  ACCEPTED: 'green',
  REJECTED: 'red',
  WITHDRAWN: 'grey',
  EXPIRED: 'grey',
  REVISION_REQUESTED: 'amber',
};

/** One quote, with as many rows as any other of the order, so that they stand beside each other. */
export function QuoteColumn({ store, order, quote, chosen, agreed, cheapest, soonest, onChoose }: ColumnProps) {
  const t = useTexts();
  const { total, status, facility, charges, files, note, internalNote, wish, estimated } = quote;
  const { currency } = total;
  const isOpen = status === 'SUBMITTED';
  const chooses = isOpen && !store.isProvider ? onChoose : null;
  return (
    <>
      <div className={css['head']}>
        <strong>
          <bdi>{supplierText(t, facility)}</bdi>
        </strong>
        <WhyPill orderId={order.id} quoteId={quote.id}>
          <StatusPill tone={tones[status]}>{t(`quoteStatus.${status}`)}</StatusPill>
        </WhyPill>
        {quote.revision > 1 && <span>{t('quote.revision', { number: formatNumber(quote.revision) })}</span>}
      </div>
      <Row label={t('quote.totalLabel')}>
        <strong className={css['total']}>
          <Price price={{ amount: agreed.total, currency }} />
        </strong>
        {cheapest && <em className={css['best']}>{t('quote.cheapest', { currency })}</em>}
      </Row>
      <Row label={t('quote.leadLabel')}>
        <OptionOffer quote={quote} chosen={chosen} agreed={agreed} onChoose={chooses} />
        {soonest && <em className={css['best']}>{t('quote.soonest')}</em>}
      </Row>
      <Row label={t('quote.validLabel')}>{formatDate(quote.validUntil)}</Row>
      {order.rfqFileDTOs.map(({ id, originalFileDTO: { fileName } }) => (
        <Row key={id} label={<bdi>{fileName}</bdi>}>
          <LineOffer {...{ quote, chosen, agreed, fileName }} orderFileId={id} onChoose={chooses} />
        </Row>
      ))}
      <Row label={t('quote.charges')}>
        {charges.length === 0
          ? '–'
          : charges.map(({ name, amount }, index) => (
              <span key={index} className={css['sum']}>
                <bdi>{name}</bdi>
                <span>{formatMoney(amount, currency, { exact: true })}</span>
              </span>
            ))}
      </Row>
      <Row label={t('quote.files')}>
        {files.length === 0 ? '–' : files.map((file) => <FileLink key={file.id} {...file} />)}
      </Row>
      <Row label={t('quote.noteLabel')}>
        {note === '' && !internalNote && !wish && !estimated && '–'}
        {note !== '' && <Text>{note}</Text>}
        {estimated && (
          <Suspense>
            <EstimatedThen order={order} estimated={estimated} currency={currency} />
          </Suspense>
        )}
        {internalNote && (
          <span className={css['internal']}>
            <b>{t('quote.internalNote')}</b>
            <Text>{internalNote}</Text>
          </span>
        )}
        {wish && (
          <span>
            <b>{t('quote.wished')}</b>
            <Text>{wish.reason}</Text>
          </span>
        )}
        <Changes order={order} quote={quote} />
      </Row>
      <QuoteAnswers {...{ store, order, quote, chosen, agreed }} />
    </>
  );
}

const Row = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className={css['row']}>
    <span className={css['label']}>{label}</span>
    {children}
  </div>
);

const Text = ({ children }: { children: string }) => (
  <span className={css['text']} dir="auto">
    {children}
  </span>
);

function FileLink({ id, fileName }: { id: number; fileName: string }) {
  const { api } = usePlugin();
  return (
    <a href={api.href(fileContent, { params: { id }, query: { download: 'true' } })} download>
      <bdi>{fileName}</bdi>
    </a>
  );
}
