import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Project } from '@sinter/sdk/contract/projects/projects';
import { addTask, taskStateSchema, updateTask, type Task } from '@sinter/sdk/contract/projects/tasks';
import { newId } from '@sinter/sdk/plugin';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { FormDrawer, SideDrawer } from '@sinter/sdk/ui/drawer';
import { SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { Talk } from '../room/Talk.tsx';
import { taskStates, type TasksStore } from './TasksStore.ts';
import css from './tasks.module.css';

interface TaskDrawerProps {
  store: TasksStore;
  project: Project;
  /** `null`: a new one. */
  task: Task | null;
}

/** One task with its messages. */
export default observer(function TaskDrawer({ store, project, task }: TaskDrawerProps) {
  const t = useTexts();
  const { host } = store.room;
  const [eventId] = useState(newId);
  const schema = z.object({
    title: z.string().trim().min(1, t('task.title.needed')).max(200),
    state: taskStateSchema,
    assigneeId: z.number().nullable(),
    dueDate: z.string().nullable(),
    note: z.string().max(5000),
  });
  const messages = task && (
    <div className={css['talk']}>
      <h3>{t('project.tab.messages')}</h3>
      <Talk host={host} kind="TASK" id={task.id} closed={project.closed} />
    </div>
  );
  if (task && !project.may.edit) {
    return (
      <SideDrawer title={task.title} size={480} unsaved={false} onClose={() => store.open(null)}>
        <p className={css['note']} dir="auto">
          {task.note}
        </p>
        {messages}
      </SideDrawer>
    );
  }
  const people = new Map(project.members.map(({ userId, name }) => [userId, name]));
  return (
    <FormDrawer
      keep={task ? `projects.task.${task.id}` : `projects.task.new.${project.id}`}
      title={task ? task.title : t('task.new')}
      size={480}
      save={t('project.save')}
      onClose={() => store.open(null)}
      initialValues={{
        title: task?.title ?? '',
        state: task?.state ?? ('TODO' as const),
        assigneeId: task?.assignee?.id ?? null,
        dueDate: task?.dueDate ?? null,
        note: task?.note ?? '',
      }}
      schema={schema}
      onSubmit={async (body) => {
        try {
          const saved = task
            ? await host.api.call(updateTask, { params: { id: task.id }, body: { version: task.version, ...body } })
            : await host.api.call(addTask, { params: { id: project.id }, body: { eventId, ...body } });
          store.open(null);
          store.show(saved);
        } catch (error) {
          // What is entered stays; saved once more, it takes the place of what somebody else has saved.
          if (error instanceof CallError && error.code === 'CHANGED') store.question.refresh();
          throw error;
        }
      }}
      after={
        <>
          {task && (
            <div className={css['remove']}>
              <LightButton kind="danger" loading={store.removing.busy} onClick={() => void store.removing.run(task)}>
                {t('task.remove')}
              </LightButton>
            </div>
          )}
          {messages}
        </>
      }
    >
      <TextField name="title" label={t('task.title')} required maxLength={200} />
      <SelectField
        name="state"
        label={t('task.state')}
        options={taskStates.map((value) => ({ value, label: t(`task.${value}`) }))}
      />
      <SelectField
        name="assigneeId"
        label={t('task.assignee')}
        clearable
        placeholder={t('task.nobody')}
        options={[...people].map(([value, label]) => ({ value, label }))}
      />
      <DateField name="dueDate" label={t('task.due')} />
      <TextareaField name="note" label={t('task.note')} rows={4} maxLength={5000} />
    </FormDrawer>
  );
});
