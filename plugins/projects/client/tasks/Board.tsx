import { observer } from 'mobx-react-lite';
import type { Task, TaskState } from '@sinter/sdk/contract/projects/tasks';
import { formatNumber } from '@sinter/sdk/i18n';
import { DueMarker, useTexts } from '@sinter/sdk/ui';
import { taskStates, type TasksStore } from './TasksStore.ts';
import css from './tasks.module.css';

interface BoardProps {
  store: TasksStore;
  mayEdit: boolean;
}

/** A column for each state. Cards are dragged, or moved with the arrows on them. */
export const Board = observer(function Board({ store, mayEdit }: BoardProps) {
  const t = useTexts();
  return (
    <div className={css['board']}>
      {taskStates.map((state) => {
        const tasks = store.inState(state);
        return (
          <div
            key={state}
            role="presentation"
            className={css['lane']}
            data-target={store.dragged !== null}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              store.drop(state);
            }}
          >
            <h2>
              {t(`task.${state}`)} <span>{formatNumber(tasks.length)}</span>
            </h2>
            <ul aria-label={t(`task.${state}`)}>
              {tasks.map((task) => (
                <Card key={task.id} task={task} store={store} mayEdit={mayEdit} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
});

const Card = observer(function Card({ task, store, mayEdit }: BoardProps & { task: Task }) {
  const t = useTexts();
  const at = taskStates.indexOf(task.state);
  const beside: [TaskState | undefined, string][] = [
    [taskStates[at - 1], '‹'],
    [taskStates[at + 1], '›'],
  ];
  return (
    <li>
      <div
        role="presentation"
        className={css['card']}
        draggable={mayEdit}
        data-done={task.state === 'DONE'}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', task.title);
          store.drag(task.id);
        }}
        onDragEnd={() => store.drag(null)}
      >
        <button type="button" className={css['title']} onClick={() => store.open(task.id)}>
          <bdi>{task.title}</bdi>
        </button>
        <span className={css['meta']}>
          <bdi>{task.assignee?.name ?? t('task.nobody')}</bdi>
          {task.dueDate !== null && (task.state === 'DONE' ? null : <DueMarker date={task.dueDate} />)}
        </span>
        {mayEdit && (
          <span className={css['moves']}>
            {beside.map(
              ([to, arrow]) =>
                to && (
                  <button
                    key={to}
                    type="button"
                    disabled={store.moving.busy}
                    aria-label={t('task.move', { name: task.title, state: t(`task.${to}`) })}
                    title={t(`task.${to}`)}
                    onClick={() => void store.moving.run(task, to)}
                  >
                    <span aria-hidden="true">{arrow}</span>
                  </button>
                ),
            )}
          </span>
        )}
      </div>
    </li>
  );
});
