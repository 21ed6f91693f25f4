import { projectChanged } from '@sinter/sdk/contract/projects/events';
import { listTasks, removeTask, updateTask, type Task, type TaskState } from '@sinter/sdk/contract/projects/tasks';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';
import type { ProjectStore } from '../room/ProjectStore.ts';

export const taskStates = ['TODO', 'DOING', 'DONE'] as const satisfies readonly TaskState[];

/** The tasks of a project, on a board or in a list. */
export class TasksStore {
  /** The one that is edited; `new`: one that is begun. */
  opened: number | 'new' | null = null;
  /** The card that is dragged. */
  dragged: number | null = null;
  readonly question: Question<void, readonly Task[]>;
  readonly moving: Action<[Task, TaskState], Task>;
  readonly removing: Action<[Task], unknown>;
  readonly room: ProjectStore;

  constructor(room: ProjectStore) {
    const { host, id, undo } = room;
    this.room = room;
    this.question = new Question<void, readonly Task[]>(host, {
      ask: (_, signal) => host.api.call(listTasks, { params: { id } }, { signal }),
      failed: 'tasks could not be loaded',
      refreshOn: [on(projectChanged, ({ projectId }) => projectId === id)],
    });
    this.moving = new Action(host, {
      run: ({ id: taskId, title, note, assignee, dueDate, version }, state) =>
        host.api.call(updateTask, {
          params: { id: taskId },
          body: { version, title, note, state, assigneeId: assignee?.id ?? null, dueDate },
        }),
      onDone: (task) => this.show(task),
      onFailed: (error) => {
        if (error instanceof CallError && error.code === 'CHANGED') this.question.refresh();
      },
      failed: 'a task was not moved',
      toast: true,
    });
    const take = (taskId: number, removed: boolean) =>
      host.api.call(removeTask, { params: { id: taskId }, body: { removed } });
    this.removing = new Action<[Task], unknown>(host, {
      run: (task) => take(task.id, true),
      onDone: (_, task) => {
        this.opened = null;
        this.question.put(this.tasks.filter((one) => one.id !== task.id));
        undo.offer({ text: host.t('task.removed', { name: task.title }), putBack: () => take(task.id, false) });
      },
      failed: 'a task was not removed',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    // A notice leads to its task.
    const named = Number(new URLSearchParams(this.room.host.location.get().search).get('task'));
    if (named > 0) this.open(named);
    return this.question.start();
  }

  get tasks(): readonly Task[] {
    return this.question.answer ?? [];
  }

  get task(): Task | null {
    return this.tasks.find(({ id }) => id === this.opened) ?? null;
  }

  inState(state: TaskState): readonly Task[] {
    return this.tasks.filter((task) => task.state === state);
  }

  open(opened: TasksStore['opened']): void {
    this.opened = opened;
  }

  drag(dragged: number | null): void {
    this.dragged = dragged;
  }

  drop(state: TaskState): void {
    const task = this.tasks.find(({ id }) => id === this.dragged);
    this.dragged = null;
    if (task && task.state !== state) void this.moving.run(task, state);
  }

  show(task: Task): void {
    const others = this.tasks.filter(({ id }) => id !== task.id);
    const byDue = (one: Task) => `${one.dueDate ?? '9999'} ${String(one.id).padStart(12, '0')}`;
    this.question.put([...others, task].toSorted((a, b) => (byDue(a) < byDue(b) ? -1 : 1)));
  }
}
