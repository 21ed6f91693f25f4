import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { wordsFor } from '@sinter/sdk/contract/orders/portal';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, Section, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { PortalStore } from './PortalStore.ts';
import css from './portal.module.css';

// The list itself, in the chunk in which every list is.
const CustomerRows = lazy(async () => ({ default: (await import('../list/OrderList.tsx')).CustomerRows }));

interface PreviewProps {
  store: PortalStore;
  customers: readonly { id: number; name: string }[];
}

/** What the server would show to a customer with what is written now. */
export const PortalPreview = observer(function PortalPreview({ store, customers }: PreviewProps) {
  const t = useTexts();
  const { preview, previewed, portal } = store;
  const { answer, error } = preview;
  const welcome = wordsFor(portal.welcome, store.language);
  return (
    <Section title={t('portal.preview')}>
      <div className={css['preview']}>
        {store.customerId === null && (
          <Select<number>
            aria-label={t('portal.previewFor')}
            placeholder={t('portal.previewFor')}
            value={previewed?.companyId ?? null}
            showSearch={{ optionFilterProp: 'label' }}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => store.show(id)}
          />
        )}
        {error !== null && <ErrorNotice subject={t('portal.preview')} error={error} onRetry={() => preview.retry()} />}
        {previewed === null && <p className={css['quiet']}>{t('portal.previewNobody')}</p>}
        {previewed !== null && !answer && error === null && <Loading />}
        {previewed !== null && welcome !== null && (
          <p className={css['welcome']} dir="auto">
            {welcome}
          </p>
        )}
        {previewed !== null && answer && (
          <>
            {answer.orders.length === 0 && <p className={css['quiet']}>{t('portal.previewEmpty')}</p>}
            {answer.orders.length > 0 && (
              <Suspense fallback={<Loading />}>
                <CustomerRows label={t('portal.preview')} orders={answer.orders} hiddenColumns={portal.hiddenColumns} />
              </Suspense>
            )}
            {answer.order && (
              <div className={css['order']}>
                <div className={css['head']}>
                  <Select<number>
                    aria-label={t('portal.previewOrder')}
                    value={answer.order.id}
                    options={answer.orders.map(({ id, displayTitle }) => ({
                      value: id,
                      label: `#${id} ${displayTitle}`,
                    }))}
                    onChange={(id) => store.show(previewed.companyId, id)}
                  />
                </div>
                <div className={css['buttons']}>
                  {answer.order.allowedEvents.map((event) => (
                    <LightButton key={event} disabled>
                      {t(`event.${event}`)}
                    </LightButton>
                  ))}
                  {answer.order.allows.reorder && <LightButton disabled>{t('details.again')}</LightButton>}
                </div>
                <ol className={css['history']}>
                  {answer.history.map(({ at, event, who, facility }, index) => (
                    <li key={answer.history.length - index}>
                      <span>{t(`activity.${event}`)}</span>
                      <span className={css['quiet']}>
                        {formatDateTime(at)} <bdi>{[who, facility ?? ''].filter((name) => name !== '').join(', ')}</bdi>
                      </span>
                    </li>
                  ))}
                </ol>
              </div>
            )}
          </>
        )}
      </div>
    </Section>
  );
});
