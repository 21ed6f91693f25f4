import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { FieldFrame, TextField } from '@sinter/sdk/ui/form';
import { useMemo } from 'react';
import * as z from 'zod';
import type { PrioritiesStore } from './PrioritiesStore.ts';
import css from './priorities.module.css';

interface PriorityDrawerProps {
  store: PrioritiesStore;
  editing: Priority | 'new';
}

/** Far enough apart to be told from each other on light and dark ground. */
const colors = ['#d92d20', '#e8710a', '#d4a106', '#1c8f4e', '#1a5fd0', '#7a3fc4', '#c2338f', '#667085'];

export default function PriorityDrawer({ store, editing }: PriorityDrawerProps) {
  const t = useTexts();
  const isNew = editing === 'new';
  const schema = useMemo(
    () =>
      z.object({
        label: z.string().trim().min(1, t('priority.label.missing')).max(60, t('priority.label.long')),
        color: z.string(),
      }),
    [t],
  );
  return (
    <FormDrawer
      keep={`scheduling.priority.${isNew ? 'new' : editing.id}`}
      title={t(isNew ? 'priority.add' : 'priority.edit')}
      size={420}
      save={t('priority.save')}
      onClose={() => store.edit(null)}
      initialValues={isNew ? { label: '', color: '#1a5fd0' } : { label: editing.label, color: editing.color }}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(values);
        toast.success(t('priority.saved', { label: values.label }));
      }}
    >
      <TextField name="label" label={t('priority.label')} required maxLength={60} />
      <FieldFrame<string> name="color" label={t('priority.color')}>
        {({ value, change, control: { id } }) => (
          <div className={css['colors']}>
            <input id={id} type="color" value={value} onChange={(event) => change(event.target.value.toLowerCase())} />
            {colors.map((color) => (
              <button
                key={color}
                type="button"
                className={css['swatch']}
                aria-label={color}
                aria-pressed={value === color}
                style={{ background: color }}
                onClick={() => change(color)}
              />
            ))}
          </div>
        )}
      </FieldFrame>
    </FormDrawer>
  );
}
