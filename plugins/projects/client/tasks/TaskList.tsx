import { observer } from 'mobx-react-lite';
import { taskStateSchema, type Task } from '@sinter/sdk/contract/projects/tasks';
import { formatShortDate } from '@sinter/sdk/i18n';
import { DataTable, DueMarker, LightSelect, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { taskStates, type TasksStore } from './TasksStore.ts';
import css from './tasks.module.css';

/** All tasks by their due date. */
export const TaskList = observer(function TaskList({ store, mayEdit }: { store: TasksStore; mayEdit: boolean }) {
  const t = useTexts();
  const columns: DataColumn<Task>[] = [
    {
      key: 'title',
      title: t('task.title'),
      rank: 'name',
      render: (task) => (
        <button type="button" className={css['title']} onClick={() => store.open(task.id)}>
          <bdi>{task.title}</bdi>
        </button>
      ),
    },
    {
      key: 'state',
      title: t('task.state'),
      render: (task) =>
        mayEdit ? (
          <LightSelect
            aria-label={t('task.state.of', { name: task.title })}
            value={task.state}
            disabled={store.moving.busy}
            onChange={({ target }) => void store.moving.run(task, taskStateSchema.parse(target.value))}
          >
            {taskStates.map((state) => (
              <option key={state} value={state}>
                {t(`task.${state}`)}
              </option>
            ))}
          </LightSelect>
        ) : (
          t(`task.${task.state}`)
        ),
    },
    {
      key: 'assignee',
      title: t('task.assignee'),
      rank: 'extra',
      render: ({ assignee }) => <bdi>{assignee?.name ?? t('task.nobody')}</bdi>,
    },
    {
      key: 'due',
      title: t('task.due'),
      render: ({ dueDate, state }) =>
        dueDate === null ? '–' : state === 'DONE' ? formatShortDate(dueDate) : <DueMarker date={dueDate} />,
    },
  ];
  return (
    <DataTable
      label={t('project.tab.tasks')}
      columns={columns}
      rows={store.tasks}
      rowKey={({ id }) => id}
      pageSize={500}
    />
  );
});
