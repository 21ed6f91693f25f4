import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { machineStateSchema } from '@sinter/sdk/contract/connectivity/states';
import { formatNumber } from '@sinter/sdk/i18n';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  LightSelect,
  Link,
  Loading,
  Page,
  Pager,
  SearchInput,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { Tile } from './Tile.tsx';
import { WallStore } from './WallStore.ts';
import css from './wall.module.css';

const History = lazy(() => import('./History.tsx'));
const LinkPrint = lazy(() => import('./LinkPrint.tsx'));
const MachineTable = lazy(() => import('./MachineTable.tsx'));

/** What all machines do now. */
export default observer(function WallPage() {
  const t = useTexts();
  const store = useStore((host) => new WallStore(host));
  const { list, opened, linking } = store;
  const { answer } = list;
  const none = answer !== null && answer.counts.length === 0;
  return (
    <Page title={t('page.wall')}>
      {list.error !== null && <ErrorNotice subject={t('page.wall')} error={list.error} onRetry={list.retry} />}
      {!answer && list.error === null && <Loading />}
      {none && (
        <EmptyState
          title={t('wall.empty')}
          text={t('wall.empty.text')}
          actions={<Link to="/service-provider/settings/machine-connectivity">{t('wall.settings')}</Link>}
        />
      )}
      {answer && !none && (
        <>
          <Narrow store={store} />
          {list.rows.some(({ type }) => type === 'SIMULATOR') && (
            <p className={css['simulated']}>{t('wall.simulated')}</p>
          )}
          {list.rows.length === 0 && !list.loading && (
            <EmptyState
              title={t('wall.nothing')}
              text={t('wall.nothing.text')}
              actions={<LightButton onClick={() => store.showAll()}>{t('wall.all')}</LightButton>}
            />
          )}
          {store.isTable && list.rows.length > 0 && (
            <Suspense fallback={<Loading />}>
              <MachineTable store={store} mayAct={answer.mayAct} />
            </Suspense>
          )}
          {!store.isTable && (
            <ul className={css['tiles']} aria-label={t('page.wall')} aria-busy={list.loading}>
              {list.rows.map((machine) => (
                <Tile key={machine.id} store={store} machine={machine} mayAct={answer.mayAct} />
              ))}
            </ul>
          )}
          {answer.total > list.pageSize && (
            <Pager
              page={list.shown.page}
              pageSize={list.pageSize}
              shown={list.rows.length}
              total={answer.total}
              onPage={(page) => list.showPage(page)}
            />
          )}
        </>
      )}
      <Suspense fallback={null}>
        {opened !== null && <History key={opened} id={opened} onClose={() => store.open(null)} />}
        {linking && <LinkPrint machine={linking} store={store} />}
      </Suspense>
    </Page>
  );
});

const Narrow = observer(function Narrow({ store: { list } }: { store: WallStore }) {
  const t = useTexts();
  const { answer, filters } = list;
  if (!answer) return null;
  const all = answer.counts.reduce((sum, { count }) => sum + count, 0);
  const countOf = (state: string) => answer.counts.find((each) => each.state === state)?.count ?? 0;
  return (
    <div className={css['filters']}>
      <label>
        {t('wall.show')}
        <LightSelect value={filters.only} onChange={({ target }) => list.filter({ only: target.value })}>
          <option value="">{t('wall.show.all', { number: formatNumber(all) })}</option>
          <option value="NEEDS">{t('wall.show.needs', { number: formatNumber(answer.needSomebody) })}</option>
          {machineStateSchema.options.map((state) => (
            <option key={state} value={state}>
              {t('wall.show.state', { state: t(`state.${state}`), number: formatNumber(countOf(state)) })}
            </option>
          ))}
        </LightSelect>
      </label>
      <label>
        {t('wall.view')}
        <LightSelect value={filters.view} onChange={({ target }) => list.filter({ view: target.value })}>
          <option value="">{t('wall.view.tiles')}</option>
          <option value="TABLE">{t('wall.view.table')}</option>
        </LightSelect>
      </label>
      <SearchInput label={t('wall.search')} initial={filters.q} onSearch={(q) => list.filter({ q })} />
    </div>
  );
});
