import type { ChecklistRow } from '@sinter/sdk/contract/production/checklists';
import { useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';
import * as z from 'zod';
import type { ChecklistsStore } from './ChecklistsStore.ts';

interface NewChecklistProps {
  store: ChecklistsStore;
  copyOf: ChecklistRow | null;
  onClose: () => void;
  onAdded: (id: number) => void;
}

export default function NewChecklist({ store, copyOf, onClose, onAdded }: NewChecklistProps) {
  const t = useTexts();
  return (
    <FormDrawer
      keep="production.checklist.new"
      title={t(copyOf ? 'lists.clone.named' : 'lists.add', { name: copyOf?.name ?? '' })}
      size={460}
      save={t('lists.begin')}
      onClose={onClose}
      initialValues={{ name: copyOf ? t('lists.copyOf', { name: copyOf.name }) : '' }}
      schema={z.object({ name: z.string().trim().min(1, t('lists.nameNeeded')).max(80) })}
      onSubmit={async ({ name }) => onAdded(await store.add(name, copyOf?.id ?? null))}
    >
      <TextField name="name" label={t('lists.name')} required maxLength={80} />
    </FormDrawer>
  );
}
