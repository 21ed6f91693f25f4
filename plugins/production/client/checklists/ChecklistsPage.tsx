import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { ChecklistRow } from '@sinter/sdk/contract/production/checklists';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  useLocation,
  useNavigate,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { ChecklistsStore } from './ChecklistsStore.ts';
import { Row } from './Row.tsx';
import css from './checklists.module.css';

const Editor = lazy(() => import('./Editor.tsx'));
const NewChecklist = lazy(() => import('./NewChecklist.tsx'));
const Uses = lazy(() => import('./Uses.tsx'));

/** Checklists of the facility; `?list=3` edits one. */
export default observer(function ChecklistsPage() {
  const t = useTexts();
  const store = useStore((host) => new ChecklistsStore(host));
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<{ copyOf: ChecklistRow | null } | null>(null);
  const [used, setUsed] = useState<ChecklistRow | null>(null);
  const { answer, error, retry } = store.lists;
  const edited = answer?.checklists.find(({ id }) => String(id) === new URLSearchParams(search).get('list'));
  if (answer && edited) {
    return (
      <Page title={t('page.checklists')} actions={<Link to={pathname}>{t('lists.all')}</Link>}>
        <Suspense fallback={<Loading />}>
          <Editor key={edited.id} list={edited} known={answer} />
        </Suspense>
      </Page>
    );
  }
  const add = (
    <LightButton kind="primary" onClick={() => setAdding({ copyOf: null })}>
      {t('lists.add')}
    </LightButton>
  );
  return (
    <Page title={t('page.checklists')} actions={add}>
      <p className={css['quiet']}>{t('lists.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.checklists')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer?.checklists.length === 0 && <EmptyState title={t('lists.none')} text={t('lists.noneText')} />}
      <ul className={css['lists']} aria-label={t('page.checklists')}>
        {answer?.checklists.map((list) => (
          <Row
            key={list.id}
            store={store}
            list={list}
            onClone={() => setAdding({ copyOf: list })}
            onUses={() => setUsed(list)}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {used && <Uses list={used} onClose={() => setUsed(null)} />}
        {adding && (
          <NewChecklist
            store={store}
            copyOf={adding.copyOf}
            onClose={() => setAdding(null)}
            onAdded={(id) => {
              setAdding(null);
              navigate(`${pathname}?list=${id}`);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
});
