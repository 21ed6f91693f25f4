import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { DataTable, ErrorNotice, LightButton, Loading, Section, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { hiddenAtFirst, tableColumns } from '../list/columns.tsx';
import { Labels } from '../Labels.ts';
import { Welcome } from '../Welcome.tsx';
import { OrderStatusPill } from '../status.tsx';
import type { PortalStore } from './PortalStore.ts';
import css from './portal.module.css';

interface PreviewProps {
  store: PortalStore;
  customers: readonly { id: number; name: string }[];
}

/** What the server would show to a customer with what is written now. */
export const PortalPreview = observer(function PortalPreview({ store, customers }: PreviewProps) {
  const t = useTexts();
  const host = usePlugin();
  const { preview, previewed, portal } = store;
  const { answer, error } = preview;
  const { hiddenColumns } = portal;
  const later = hiddenAtFirst('engineer');
  const columns = tableColumns(t, { labels: new Labels(host), side: 'engineer', archive: false, hiddenColumns }, () => false);
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
        {previewed !== null && <Welcome words={portal.welcome} />}
        {previewed !== null && answer && (
          <>
            <DataTable
              label={t('portal.preview')}
              columns={columns.filter(({ key }) => !later.includes(key))}
              rows={answer.orders}
              rowKey={({ id }) => id}
              empty={t('portal.previewEmpty')}
            />
            {answer.order && (
              <div className={css['order']}>
                <div className={css['head']}>
                  <Select<number>
                    aria-label={t('portal.previewOrder')}
                    value={answer.order.id}
                    options={answer.orders.map(({ id, displayTitle }) => ({ value: id, label: `#${id} ${displayTitle}` }))}
                    onChange={(id) => store.show(previewed.companyId, id)}
                  />
                  <OrderStatusPill
                    status={answer.order.status}
                    statusName={answer.order.statusName}
                    quoted={answer.order.quote !== null}
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
