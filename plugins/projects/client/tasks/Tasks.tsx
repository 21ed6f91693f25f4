import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { EmptyState, ErrorNotice, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { Choice } from '@sinter/sdk/ui/panel';
import type { RoomProps } from '../room/ProjectStore.ts';
import { Board } from './Board.tsx';
import { TaskList } from './TaskList.tsx';
import { TasksStore } from './TasksStore.ts';
import css from './tasks.module.css';

const TaskDrawer = lazy(() => import('./TaskDrawer.tsx'));

/** The tasks of a project. */
export default observer(function Tasks({ store: room, project }: RoomProps) {
  const t = useTexts();
  const store = useStore(() => new TasksStore(room));
  const [view, setView] = useState<'BOARD' | 'LIST'>('BOARD');
  const { question, task, opened } = store;
  const add = project.may.edit && (
    <LightButton kind="primary" onClick={() => store.open('new')}>
      {t('task.new')}
    </LightButton>
  );
  if (!question.answer) {
    return question.error === null ? (
      <Loading />
    ) : (
      <ErrorNotice subject={t('project.tab.tasks')} error={question.error} onRetry={question.retry} />
    );
  }
  return (
    <div className={css['stack']}>
      {store.tasks.length === 0 ? (
        <EmptyState title={t('task.none')} text={t('task.none.text')} actions={add} />
      ) : (
        <>
          <div className={css['tools']}>
            <Choice
              label={t('task.view')}
              options={(['BOARD', 'LIST'] as const).map((value) => ({ value, text: t(`task.view.${value}`) }))}
              value={view}
              onChange={setView}
            />
            {add}
          </div>
          {view === 'BOARD' ? (
            <Board store={store} mayEdit={project.may.edit} />
          ) : (
            <TaskList store={store} mayEdit={project.may.edit} />
          )}
        </>
      )}
      {(task || opened === 'new') && (
        <Suspense fallback={null}>
          <TaskDrawer key={opened} store={store} project={project} task={task} />
        </Suspense>
      )}
    </div>
  );
});
