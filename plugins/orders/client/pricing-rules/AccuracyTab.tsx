import { observer } from 'mobx-react-lite';
import type { AccuracyRow } from '@sinter/sdk/contract/orders/pricing';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, useStore, useTexts } from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import { AccuracyStore } from './AccuracyStore.ts';
import { Builds } from './Builds.tsx';
import { ResidualPicture } from './ResidualPicture.tsx';
import css from './pricingRules.module.css';

type Learned = AccuracyRow['hours'];

/** How long builds take beside what was estimated; each row opens to its builds. */
export default observer(function AccuracyTab({ onDecided }: { onDecided: () => void }) {
  const t = useTexts();
  const { list } = useStore((host) => new AccuracyStore(host));
  const times = ({ factor, low, high }: Learned) => (
    <>
      ×{formatNumber(factor, 2)}{' '}
      <span className={css['quiet']}>
        {t('accuracy.between', { low: formatNumber(low, 2), high: formatNumber(high, 2) })}
      </span>
    </>
  );
  return (
    <>
      <p className={css['quiet']}>{t('accuracy.intro')}</p>
      <ListTable
        list={list}
        label={t('pricing.accuracy')}
        expand={(row) => (
          <Builds
            row={row}
            onDecided={() => {
              list.refresh();
              onDecided();
            }}
          />
        )}
        empty={<EmptyState title={t('accuracy.none')} text={t('accuracy.noneText')} />}
        columns={[
          {
            key: 'cell',
            rank: 'name',
            title: t('accuracy.machine'),
            render: ({ machineModel, material, layerUm }) => (
              <>
                <bdi>{machineModel.name}</bdi>
                <span className={css['under']}>
                  <bdi>{material.name}</bdi>
                  {layerUm > 0 && ` · ${t('accuracy.layer', { um: formatNumber(layerUm) })}`}
                </span>
              </>
            ),
          },
          {
            key: 'count',
            align: 'right',
            title: t('accuracy.builds'),
            render: ({ count }) => formatNumber(count),
          },
          { key: 'hours', title: t('accuracy.hours'), render: ({ hours }) => times(hours) },
          {
            key: 'grams',
            rank: 'extra',
            title: t('accuracy.material'),
            render: ({ grams, weighed }) =>
              grams ? (
                <>
                  {times(grams)}{' '}
                  <span className={css['quiet']}>{t('accuracy.weighed', { number: formatNumber(weighed) })}</span>
                </>
              ) : (
                '–'
              ),
          },
          {
            key: 'recent',
            rank: 'detail',
            title: t('accuracy.recent'),
            render: ({ recent, hours }) => <ResidualPicture shares={recent} factor={hours.factor} />,
          },
          {
            key: 'changed',
            rank: 'wide',
            title: t('accuracy.changed'),
            render: ({ changedAt }) => formatDate(changedAt),
          },
        ]}
      />
    </>
  );
});
