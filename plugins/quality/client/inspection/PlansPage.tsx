import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import { inspectionPlanKind, listInspectionPlans, type PlanRow } from '@sinter/sdk/contract/quality/inspectionPlans';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on } from '@sinter/sdk/state';
import { List, textFilters, type Found } from '@sinter/sdk/state/lists';
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
import { ListTable } from '@sinter/sdk/ui/lists';
import { planPath } from './paths.ts';
import css from './inspection.module.css';

const NewPlan = lazy(() => import('./NewPlan.tsx'));

type Plans = Found<PlanRow> & { mayEdit: boolean };

class PlansStore {
  readonly list: List<PlanRow, { q: string }, Plans>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>) {
    this.list = new List<PlanRow, { q: string }, Plans>(host, {
      filters: textFilters({ q: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const { plans, total, mayEdit } = await host.api.call(
          listInspectionPlans,
          { query: { ...filters, page, size } },
          { signal },
        );
        return { rows: plans, total, mayEdit };
      },
      failed: 'inspection plans could not be loaded',
      refreshOn: [on(settingChanged, ({ kind }) => kind === inspectionPlanKind)],
    });
  }

  start(): Dispose {
    return this.list.start();
  }
}

export function PlanPill({ row: { enabled, version } }: { row: PlanRow }) {
  const t = useTexts();
  const state = !enabled ? 'off' : version === 0 ? 'draft' : 'on';
  const tones = { on: 'green', draft: 'blue', off: 'grey' } as const;
  return <StatusPill tone={tones[state]}>{t(`plan.${state}`)}</StatusPill>;
}

const columnsIn = (t: PluginHost['t']): DataColumn<PlanRow>[] => [
  {
    key: 'name',
    rank: 'name',
    title: t('plan.name'),
    render: ({ id, name }) => (
      <Link to={planPath(id)}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'state', title: t('inspection.state'), render: (row) => <PlanPill row={row} /> },
  { key: 'part', title: t('ncr.part'), render: ({ part }) => <bdi>{part || '–'}</bdi> },
  { key: 'sampling', title: t('inspection.sampling'), render: ({ sampling }) => t(`plan.sampling.${sampling}`) },
  {
    key: 'characteristics',
    title: t('plan.characteristics'),
    align: 'right',
    render: ({ characteristics }) => formatNumber(characteristics),
  },
  {
    key: 'version',
    title: t('plan.version'),
    align: 'right',
    render: ({ version }) => (version === 0 ? '–' : version),
  },
  {
    key: 'inspections',
    title: t('page.inspections'),
    align: 'right',
    rank: 'detail',
    render: ({ inspections }) => formatNumber(inspections),
  },
  {
    key: 'last',
    title: t('plan.last'),
    rank: 'detail',
    render: ({ lastAt }) => (lastAt === null ? '–' : formatDate(lastAt)),
  },
];

/** Inspection plans of the facility. */
export default observer(function PlansPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const { list } = useStore((host) => new PlansStore(host));
  const [adding, setAdding] = useState(false);
  const title = t('page.inspectionPlans');
  const add = list.answer?.mayEdit ? (
    <LightButton kind="primary" onClick={() => setAdding(true)}>
      {t('plan.add')}
    </LightButton>
  ) : null;
  return (
    <Page title={title} actions={add}>
      <p className={css['quiet']}>{t('plan.intro')}</p>
      <div className={css['filters']}>
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('plan.search')}
            placeholder={t('plan.search')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
      </div>
      <ListTable
        list={list}
        label={title}
        columns={columnsIn(t)}
        empty={<EmptyState title={t('plan.empty')} text={t('plan.empty.text')} actions={add} />}
        nothingFound={{ title: t('plan.nothing'), text: t('inspection.nothing.text'), all: t('ncr.nothing.all') }}
      />
      {adding && (
        <Suspense fallback={null}>
          <NewPlan onClose={() => setAdding(false)} onAdded={(id) => navigate(planPath(id))} />
        </Suspense>
      )}
    </Page>
  );
});
