import { observer } from 'mobx-react-lite';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import { Section, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { offered } from './actions.ts';
import { EventButtons } from './EventButtons.tsx';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import css from './orderDetails.module.css';

/** What the buyer asked of the facility and nobody has answered: a problem with the parts, or to cancel the order. */
export default observer(function OpenQuestions({ store, order }: { store: OrderDetailsStore; order: OrderDetail }) {
  const t = useTexts();
  const { claim, cancellation } = order;
  const answers = offered(order.allowedEvents, 'answer');
  const buttons = answers.length > 0 && (
    <EventButtons events={answers} onAsk={(event) => store.ask({ kind: 'event', event })} />
  );
  return (
    <>
      {claim && (
        <Section title={t('open.claim', { date: formatDate(claim.at) })} actions={buttons}>
          <p className={css['note']} dir="auto">
            {claim.reason}
          </p>
          <Pieces order={order} pieces={claim.parts} />
          {claim.files.length > 0 && (
            <ul className={css['photos']}>
              {claim.files.map(({ id, fileName, fileURL }) => (
                <li key={id}>
                  {store.mayOpenFiles ? (
                    <a href={fileURL} target="_blank" rel="noreferrer">
                      <Thumbnail src={fileURL} alt={fileName} size={96} />
                    </a>
                  ) : (
                    <bdi>{fileName}</bdi>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {cancellation && (
        <Section title={t('open.cancellation', { date: formatDate(cancellation.at) })} actions={buttons}>
          <p className={css['note']} dir="auto">
            {cancellation.reason}
          </p>
        </Section>
      )}
    </>
  );
});

function Pieces({ order, pieces }: { order: OrderDetail; pieces: NonNullable<OrderDetail['claim']>['parts'] }) {
  return (
    <ul className={css['lines']}>
      {pieces.map(({ orderFileId, quantity }) => (
        <li key={orderFileId}>
          <span>
            {formatNumber(quantity)} ×{' '}
            <bdi>{order.rfqFileDTOs.find(({ id }) => id === orderFileId)?.originalFileDTO.fileName}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
