import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { EmptyState, LightButton, LightSelect, Page, SearchInput, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { FilterTabs, ListTable } from '@sinter/sdk/ui/lists';
import { GoOn } from '../GoOn.tsx';
import { projectsPath } from '../paths.ts';
import { projectColumns } from './columns.tsx';
import { ProjectsStore } from './ProjectsStore.ts';
import css from './projects.module.css';

const ProjectDrawer = lazy(() => import('../editor/ProjectDrawer.tsx'));

const states = ['OPEN', 'CLOSED', 'ALL'] as const;
const whose = ['', 'OWNED', 'MY_TASKS'] as const;
const sorts = ['UPDATED', 'TARGET_DATE', 'NAME'] as const;

/** The projects that the person is a member of. */
export default observer(function ProjectsPage() {
  const t = useTexts();
  const host = usePlugin();
  const store = useStore((given) => new ProjectsStore(given));
  const { list } = store;
  const path = projectsPath(host);
  const begin = (
    <LightButton kind="primary" onClick={() => store.create(true)}>
      {t('projects.new')}
    </LightButton>
  );
  const asFirst = list.filters.state === 'OPEN' && list.filters.mine === '' && list.filters.q === '';
  const nothing = asFirst ? 'projects.noOpen' : 'projects.nothing';
  const nothingYet = list.total === 0 && !list.loading && list.error === null && !list.isFiltered;
  return (
    <Page title={t('page.projects')} actions={!nothingYet && begin}>
      <div className={css['filters']}>
        <FilterTabs
          label={t('projects.state')}
          tabs={states.map((id) => ({ id, label: t(`projects.state.${id}`) }))}
          chosen={list.filters.state}
          onChoose={(state) => list.filter({ state })}
        />
        <FilterTabs
          label={t('projects.whose')}
          tabs={whose.map((id) => ({ id, label: t(`projects.whose.${id || 'ALL'}`) }))}
          chosen={list.filters.mine}
          onChoose={(mine) => list.filter({ mine })}
        />
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('projects.search')}
            placeholder={t('projects.search')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        <label className={css['sort']}>
          {t('projects.sort')}
          <LightSelect value={list.filters.sort} onChange={({ target }) => list.filter({ sort: target.value })}>
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {t(`projects.sort.${sort}`)}
              </option>
            ))}
          </LightSelect>
        </label>
      </div>
      <div className={css['table']}>
        <ListTable
          list={list}
          label={t('page.projects')}
          columns={projectColumns(t, path)}
          empty={<EmptyState title={t('projects.empty')} text={t('projects.empty.text')} actions={begin} />}
          nothingFound={{
            title: t(nothing),
            text: t(`${nothing}.text`),
            all: t('projects.nothing.all'),
          }}
        />
      </div>
      {store.creating && (
        <Suspense fallback={null}>
          <ProjectDrawer project={null} onClose={() => store.create(false)} onSaved={({ id }) => store.goTo(id)} />
        </Suspense>
      )}
      {store.made !== null && !store.creating && <GoOn to={`${path}/${store.made}`} />}
    </Page>
  );
});
