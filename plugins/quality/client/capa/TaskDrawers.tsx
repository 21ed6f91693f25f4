import { useState } from 'react';
import * as z from 'zod';
import { type CapaTask } from '@sinter/sdk/contract/quality/capas';
import { capaTaskKindSchema, type CapaTaskKind } from '@sinter/sdk/contract/quality/capaTemplates';
import { newId } from '@sinter/sdk/plugin';
import { useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { CapaStore } from './CapaStore.ts';
import type { People } from './people.ts';
import { useBegun } from '../useBegun.ts';

interface TaskValues {
  kind: CapaTaskKind;
  title: string;
  note: string;
  ownerId: number | null;
  supplier: string;
  dueOn: string | null;
}

function taskOf(task: CapaTask | null): TaskValues {
  const { kind = 'CORRECTIVE', title = '', note = '', owner = null, supplier = '', dueOn = null } = task ?? {};
  return { kind, title, note, ownerId: owner?.id ?? null, supplier, dueOn };
}

/** A task that is added or changed: for a colleague, or for a supplier. */
export function Task({ store, task, people }: { store: CapaStore; task: CapaTask | null; people: People }) {
  const t = useTexts();
  // Made when the person begins: a retry sends the same one.
  const [eventId] = useState(newId);
  const schema = z
    .object({
      kind: capaTaskKindSchema,
      title: z.string().trim().min(1, t('ncr.title.needed')).max(200),
      note: z.string().trim().max(4000),
      ownerId: z.number().nullable(),
      supplier: z.string().trim().max(120),
      dueOn: z.string().nullable(),
    })
    .refine(({ ownerId, supplier }) => ownerId === null || supplier === '', {
      path: ['supplier'],
      error: t('capa.task.oneDoer'),
    });
  const { initialValues, save } = useBegun(
    task,
    taskOf,
    async () => (await store.read()).taskList.find(({ id }) => id === task?.id) ?? task,
  );
  const heading = t(task ? 'capa.task.change' : 'capa.task.add');
  return (
    <FormDrawer<TaskValues, z.output<typeof schema>>
      keep={`quality.capa.task.${store.id}.${task?.id ?? 'new'}`}
      title={heading}
      size={520}
      changedOnly={task !== null}
      {...(task ? {} : { save: heading })}
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={(values, form) => save(form, values, (begun) => store.saveTask(begun, eventId, values))}
    >
      <SelectField
        name="kind"
        label={t('capa.task.kind')}
        required
        options={capaTaskKindSchema.options.map((value) => ({ value, label: t(`capa.task.kind.${value}`) }))}
      />
      <TextField name="title" label={t('capa.task.title')} required maxLength={200} />
      <TextareaField name="note" label={t('capa.task.note')} maxLength={4000} rows={4} />
      <SelectField
        name="ownerId"
        label={t('capa.owner')}
        clearable
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField name="supplier" label={t('capa.task.supplier')} hint={t('capa.task.supplier.hint')} maxLength={120} />
      <DateField name="dueOn" label={t('capa.due')} />
    </FormDrawer>
  );
}

export function Done({ store, task }: { store: CapaStore; task: CapaTask }) {
  const t = useTexts();
  const schema = z.object({ result: z.string().trim().max(4000) });
  return (
    <FormDrawer
      keep={`quality.capa.done.${task.id}`}
      title={t('capa.task.done')}
      size={440}
      save={t('capa.task.done')}
      lead={
        <p>
          <bdi>{task.title}</bdi>
        </p>
      }
      onClose={() => store.open(null)}
      initialValues={{ result: task.result }}
      schema={schema}
      onSubmit={({ result }) => store.finish(task, result)}
    >
      <TextareaField name="result" label={t('capa.task.result')} maxLength={4000} rows={4} />
    </FormDrawer>
  );
}

/** A link by which a supplier sees this task alone, and answers it. */
export function Link({ store, task }: { store: CapaStore; task: CapaTask }) {
  const t = useTexts();
  const wrong = t('capa.link.days.wrong');
  const schema = z.object({ days: z.number(wrong).int(wrong).min(1, wrong).max(90, wrong) });
  const initialValues: { days: number | null } = { days: 14 };
  return (
    <FormDrawer<typeof initialValues, z.output<typeof schema>>
      keep={`quality.capa.link.${task.id}`}
      title={t('capa.link.make')}
      size={440}
      save={t('capa.link.make')}
      lead={<p>{t('capa.link.lead', { supplier: task.supplier })}</p>}
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={({ days }) => store.makeLink(task, days)}
    >
      <NumberField name="days" label={t('capa.link.days')} required min={1} max={90} precision={0} />
    </FormDrawer>
  );
}
