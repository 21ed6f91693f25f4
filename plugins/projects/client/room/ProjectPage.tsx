import { lazy, Suspense, type ComponentType } from 'react';
import { observer } from 'mobx-react-lite';
import {
  ConfirmDialog,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  StatusPill,
  UndoBar,
  useLocation,
  useParams,
  usePlugin,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { GoOn } from '../GoOn.tsx';
import { projectsPath } from '../paths.ts';
import { ProjectStore, type RoomProps } from './ProjectStore.ts';
import { chosenTab, tabs, type Tab } from './tabs.ts';
import { Overview } from './tabs/Overview.tsx';
import css from './room.module.css';

const ProjectDrawer = lazy(() => import('../editor/ProjectDrawer.tsx'));
const CloneDrawer = lazy(() => import('../editor/CloneDrawer.tsx'));

/** All but the first are loaded when they are opened. */
const contents: Record<Tab, ComponentType<RoomProps>> = {
  overview: Overview,
  tasks: lazy(() => import('../tasks/Tasks.tsx')),
  orders: lazy(() => import('./tabs/Orders.tsx')),
  parts: lazy(() => import('./tabs/Parts.tsx')),
  files: lazy(() => import('./tabs/Files.tsx')),
  messages: lazy(() => import('./tabs/Messages.tsx')),
  members: lazy(() => import('./tabs/Members.tsx')),
  activity: lazy(() => import('./tabs/Activity.tsx')),
};

export default function ProjectPage() {
  const { id = '' } = useParams();
  return <Room key={id} id={Number(id)} />;
}

const Room = observer(function Room({ id }: { id: number }) {
  const t = useTexts();
  const host = usePlugin();
  const path = projectsPath(host);
  const store = useStore((given) => new ProjectStore(given, id));
  const { project, question, undo } = store;
  const chosen = chosenTab(useLocation().search);
  const title = project?.name ?? t('page.project');
  if (!project) {
    return (
      <Page title={title} breadcrumbs={[{ text: t('page.projects'), to: path }, { text: title }]}>
        {question.error !== null ? (
          <ErrorNotice subject={title} error={question.error} onRetry={question.retry} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  const Content = contents[chosen];
  const counts: Partial<Record<Tab, number>> = {
    tasks: project.tasks.total,
    orders: project.orderCount,
    parts: project.partCount,
    files: project.fileCount,
    members: project.memberCount,
  };
  return (
    <Page
      title={title}
      breadcrumbs={[{ text: t('page.projects'), to: path }, { text: title }]}
      extra={project.closed && <StatusPill tone="grey">{t('project.closed')}</StatusPill>}
      actions={<Actions store={store} project={project} />}
    >
      <UndoBar
        text={undo.done?.text ?? null}
        busy={undo.busy}
        onUndo={() => void undo.run()}
        onDismiss={undo.dismiss}
      />
      <nav aria-label={t('project.tabs')} className={css['tabs']}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={`${path}/${id}${tab === 'overview' ? '' : `?tab=${tab}`}`}
            aria-current={tab === chosen ? 'page' : undefined}
          >
            {t(`project.tab.${tab}`)}
            {(counts[tab] ?? 0) > 0 && <span className={css['count']}>{counts[tab]}</span>}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Content store={store} project={project} />
      </Suspense>
      <Suspense fallback={null}>
        {store.panel === 'edit' && (
          <ProjectDrawer project={project} onClose={() => store.open(null)} onSaved={(saved) => store.show(saved)} />
        )}
        {store.panel === 'clone' && (
          <CloneDrawer project={project} onClose={() => store.open(null)} onSaved={(saved) => store.goTo(saved.id)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={store.panel === 'close'}
        title={t('project.close.title')}
        yes={t('project.close')}
        no={t('project.cancel')}
        ready={!store.closing.busy}
        onAnswer={(yes) => (yes ? void store.closing.run(true) : store.open(null))}
      >
        {t('project.close.text')}
      </ConfirmDialog>
      {store.copy !== null && store.panel === null && <GoOn to={`${path}/${store.copy}`} />}
    </Page>
  );
});

const Actions = observer(function Actions({ store, project: { may, closed } }: RoomProps) {
  const t = useTexts();
  return (
    <>
      {may.manage && <LightButton onClick={() => store.open('edit')}>{t('project.edit')}</LightButton>}
      <LightButton onClick={() => store.open('clone')}>{t('project.clone')}</LightButton>
      {may.close && (
        <LightButton
          loading={store.closing.busy}
          onClick={() => (closed ? void store.closing.run(false) : store.open('close'))}
        >
          {t(closed ? 'project.reopen' : 'project.close')}
        </LightButton>
      )}
    </>
  );
});
