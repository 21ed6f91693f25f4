import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import { formatMass, formatNumber } from '@sinter/sdk/i18n';
import { DataTable, usePlugin, useTexts } from '@sinter/sdk/ui';
import { orderFootprint } from './Footprints.ts';
import { totalOf } from './footprint.ts';
import css from './carbon.module.css';

export default observer(function FootprintTab({ order }: OrderTabProps) {
  const host = usePlugin();
  const t = useTexts();
  const [question] = useState(() => orderFootprint(host, order.id));
  useEffect(() => question.start(order.id), [question, order.id]);
  const parts = question.answer ?? [];
  const total = totalOf(parts);
  const known = (value: number | null, text: (value: number) => string) => (value === null ? '–' : text(value));
  return (
    <>
      {total.unknown < parts.length && (
        <p className={css['total']}>
          {t('total', { kg: formatNumber(total.kgCo2e), kwh: formatNumber(total.kwh, 1) })}
        </p>
      )}
      <DataTable
        label={t('tab')}
        rowKey={({ id }) => id}
        rows={parts}
        pageSize={parts.length}
        loading={question.loading}
        error={question.error}
        onRetry={() => question.retry()}
        empty={t('noParts')}
        columns={[
          { key: 'name', title: t('part'), rank: 'name', render: ({ name }) => <bdi>{name}</bdi> },
          { key: 'quantity', title: t('quantity'), align: 'right', render: ({ quantity }) => formatNumber(quantity) },
          { key: 'mass', title: t('mass'), align: 'right', render: ({ massMg }) => known(massMg, formatMass) },
          { key: 'kwh', title: t('energy'), align: 'right', render: ({ kwh }) => known(kwh, formatNumber) },
          { key: 'co2', title: t('emissions'), align: 'right', render: ({ kgCo2e }) => known(kgCo2e, formatNumber) },
        ]}
      />
      {total.unknown > 0 && <p className={css['note']}>{t('unknown', { number: formatNumber(total.unknown) })}</p>}
      <p className={css['note']}>{t('method')}</p>
    </>
  );
});
