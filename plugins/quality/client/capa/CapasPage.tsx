import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { capaSourceSchema, capaTypeSchema } from '@sinter/sdk/contract/quality/capas';
import { formatNumber } from '@sinter/sdk/i18n';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  Page,
  SearchInput,
  Section,
  useNavigate,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { ColumnChooser, CsvButton, FilterTabs, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { capaPath } from '../paths.ts';
import { CapasStore, onlyChoices, statusTabs } from './CapasStore.ts';
import { choosableColumns, csvColumns, tableColumns } from './columns.tsx';
import { FilterSelect } from '../ncr/FilterSelect.tsx';
import css from '../ncr/ncr.module.css';

const BeginDrawer = lazy(() => import('./BeginDrawer.tsx'));

/** Corrective and preventive actions: what is due, and the list. */
export default observer(function CapasPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const store = useStore((host) => new CapasStore(host));
  const { list, columns, saved, csv } = store;
  const { filters } = list;
  const title = t('page.capas');
  const begin = (
    <LightButton kind="primary" onClick={() => store.begin(true)}>
      {t('capa.begin')}
    </LightButton>
  );
  const select = (name: 'type' | 'source' | 'only', options: readonly (readonly [string, string])[]) => (
    <FilterSelect
      label={t(`capa.${name}`)}
      value={filters[name]}
      options={options}
      onChoose={(value) => list.filter({ [name]: value })}
    />
  );
  const every = ['', t('ncr.every')] as const;
  return (
    <Page title={title} actions={begin}>
      <Tiles store={store} />
      <div className={css['filters']}>
        <FilterTabs
          label={t('capa.status')}
          tabs={statusTabs.map((id) => ({ id, label: t(`capa.tab.${id || 'ALL'}`) }))}
          chosen={filters.status}
          onChoose={(status) => list.filter({ status })}
        />
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('capa.search')}
            placeholder={t('capa.search')}
            initial={filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        {select('type', [every, ...capaTypeSchema.options.map((each) => [each, t(`capa.type.${each}`)] as const)])}
        {select('source', [
          every,
          ...capaSourceSchema.options.map((each) => [each, t(`capa.source.${each}`)] as const),
        ])}
        {select(
          'only',
          onlyChoices.map((each) => (each === '' ? every : ([each, t(`capa.only.${each}`)] as const))),
        )}
        <div className={css['tools']}>
          <SavedFiltersMenu saved={saved} filters={filters} onChoose={list.showFilters} />
          <ColumnChooser
            columns={choosableColumns(t).map(({ key, title: label }) => ({ key, label }))}
            hidden={columns.hidden}
            onToggle={columns.toggle}
          />
          <CsvButton csv={csv} name={title} columns={csvColumns(t)} />
        </div>
      </div>
      <ListTable
        list={list}
        label={title}
        columns={tableColumns(t)}
        choice={columns}
        empty={<EmptyState title={t('capa.empty')} text={t('capa.empty.text')} actions={begin} />}
        nothingFound={{ title: t('ncr.nothing'), text: t('ncr.nothing.text'), all: t('ncr.nothing.all') }}
      />
      {store.beginning && (
        <Suspense fallback={null}>
          <BeginDrawer onClose={() => store.begin(false)} onBegun={(id) => navigate(capaPath(id))} />
        </Suspense>
      )}
    </Page>
  );
});

/** What is due. A tile filters the list below. */
const Tiles = observer(function Tiles({ store }: { store: CapasStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.summary;
  if (!answer) return error === null ? null : <ErrorNotice subject={t('ncr.summary')} error={error} onRetry={retry} />;
  const tile = (label: string, count: number, only: string) => (
    <li key={label} className={css['tile']}>
      <span className={css['quiet']}>{label}</span>
      <strong>{formatNumber(count)}</strong>
      <LightButton
        size="small"
        aria-label={t('ncr.show.named', { name: label })}
        onClick={() => store.list.filter({ status: 'ACTIVE', only })}
      >
        {t('ncr.show')}
      </LightButton>
    </li>
  );
  return (
    <Section title={t('ncr.summary')}>
      <ul className={css['tiles']}>
        {tile(t('capa.tab.ACTIVE'), answer.active, '')}
        {tile(t('capa.only.OVERDUE'), answer.overdue, 'OVERDUE')}
        {tile(t('capa.only.CHECK'), answer.checkDue, 'CHECK')}
        {tile(t('capa.only.MINE'), answer.mine, 'MINE')}
      </ul>
    </Section>
  );
});
