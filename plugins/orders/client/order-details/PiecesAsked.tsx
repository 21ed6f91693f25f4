import { InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import css from './orderDetails.module.css';

/** How many pieces of each part the question is about. */
export const PiecesAsked = observer(function PiecesAsked({ store }: { store: OrderDetailsStore }) {
  const t = useTexts();
  const wrong = store.tried && store.needsPieces;
  return (
    <span className={css['ask']}>
      {store.order?.rfqFileDTOs.map(({ id, quantity, originalFileDTO: { fileName } }) => (
        <span key={id} className={css['pieces']}>
          <bdi>{fileName}</bdi>
          <InputNumber
            min={0}
            max={quantity}
            precision={0}
            value={store.question?.pieces.get(id) ?? 0}
            status={wrong ? 'error' : ''}
            suffix={t('pieces.of', { max: quantity })}
            aria-label={t('pieces.count', { fileName })}
            onChange={(count) => store.count(id, count ?? 0)}
          />
        </span>
      ))}
      {store.needsPieces && (
        <span
          key={String(store.tried)}
          role={store.tried ? 'alert' : undefined}
          className={css[wrong ? 'refusal' : 'none']}
        >
          {t('pieces.needed')}
        </span>
      )}
    </span>
  );
});
