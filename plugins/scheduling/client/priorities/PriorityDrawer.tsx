import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { ColorField, firstColor, TextField } from '@sinter/sdk/ui/form';
import { useMemo } from 'react';
import * as z from 'zod';
import type { PrioritiesStore } from './PrioritiesStore.ts';

interface PriorityDrawerProps {
  store: PrioritiesStore;
  editing: Priority | 'new';
}

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
      initialValues={isNew ? { label: '', color: firstColor } : { label: editing.label, color: editing.color }}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(values);
        toast.success(t('priority.saved', { label: values.label }));
      }}
    >
      <TextField name="label" label={t('priority.label')} required maxLength={60} />
      <ColorField name="color" label={t('priority.color')} />
    </FormDrawer>
  );
}
