import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { InspectionLine } from '@sinter/sdk/contract/quality/inspections';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import {
  EmptyState,
  LightButton,
  Link,
  Page,
  SearchInput,
  StatusPill,
  useNavigate,
  useStore,
  useTexts,
  type DataColumn,
} from '@sinter/sdk/ui';
import { FilterTabs, ListTable } from '@sinter/sdk/ui/lists';
import { InspectionsStore, stateTabs } from './InspectionsStore.ts';
import { inspectionPath } from './paths.ts';
import { InspectionPill } from './words.tsx';
import css from './inspection.module.css';

const BeginDrawer = lazy(() => import('./BeginDrawer.tsx'));

const columnsIn = (t: PluginHost['t']): DataColumn<InspectionLine>[] => [
  {
    key: 'number',
    rank: 'name',
    title: t('inspection.number'),
    render: ({ id, number, plan, controlled }) => (
      <span className={css['stack']}>
        <Link to={inspectionPath(id)}>{number}</Link>
        <bdi>{plan.name}</bdi>
        {controlled && (
          <span>
            <StatusPill tone="red">{t('ncr.controlled')}</StatusPill>
          </span>
        )}
      </span>
    ),
  },
  { key: 'state', title: t('inspection.state'), render: ({ state }) => <InspectionPill state={state} /> },
  {
    key: 'part',
    title: t('ncr.part'),
    render: ({ part, order }) => (
      <span className={css['stack']}>
        <bdi>{part}</bdi>
        <Link to={`/order-details/${order.id}`}>
          #{order.id} <bdi>{order.name}</bdi>
        </Link>
      </span>
    ),
  },
  { key: 'lot', title: t('inspection.lot'), render: ({ lotNumber }) => t('ncr.lot', { id: lotNumber }) },
  {
    key: 'samples',
    title: t('inspection.samples'),
    align: 'right',
    render: ({ samples, lotSize }) => `${formatNumber(samples)} / ${formatNumber(lotSize)}`,
  },
  {
    key: 'measured',
    title: t('inspection.measured'),
    align: 'right',
    render: ({ measured, wanted }) => `${formatNumber(measured)} / ${formatNumber(wanted)}`,
  },
  {
    key: 'nonconforming',
    title: t('inspection.nonconforming'),
    align: 'right',
    rank: 'detail',
    render: ({ nonconforming }) => formatNumber(nonconforming),
  },
  { key: 'created', title: t('inspection.begun'), rank: 'detail', render: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'finished',
    title: t('inspection.finished'),
    rank: 'wide',
    render: ({ finishedAt, finishedBy }) =>
      finishedAt === null ? (
        '–'
      ) : (
        <span className={css['stack']}>
          {formatDate(finishedAt)} <bdi className={css['quiet']}>{finishedBy}</bdi>
        </span>
      ),
  },
];

/** Inspections of lots, with what is to be measured first. */
export default observer(function InspectionsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { list } = useStore((host) => new InspectionsStore(host));
  const [beginning, setBeginning] = useState(false);
  const title = t('page.inspections');
  const begin = (
    <LightButton kind="primary" onClick={() => setBeginning(true)}>
      {t('inspection.begin')}
    </LightButton>
  );
  return (
    <Page title={title} actions={begin}>
      <div className={css['filters']}>
        <FilterTabs
          label={t('inspection.state')}
          tabs={stateTabs.map((id) => ({ id, label: t(`inspection.tab.${id || 'ALL'}`) }))}
          chosen={list.filters.state}
          onChoose={(state) => list.filter({ state })}
        />
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('inspection.search')}
            placeholder={t('inspection.search')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
      </div>
      <ListTable
        list={list}
        label={title}
        columns={columnsIn(t)}
        empty={<EmptyState title={t('inspection.empty')} text={t('inspection.empty.text')} actions={begin} />}
        nothingFound={{ title: t('inspection.nothing'), text: t('inspection.nothing.text'), all: t('ncr.nothing.all') }}
      />
      {beginning && (
        <Suspense fallback={null}>
          <BeginDrawer onClose={() => setBeginning(false)} onBegun={(id) => navigate(inspectionPath(id))} />
        </Suspense>
      )}
    </Page>
  );
});
