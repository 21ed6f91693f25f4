import { useMemo } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { FacilityTag } from '@sinter/sdk/contract/admin/tags';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { SelectField } from '@sinter/sdk/ui/form';
import type { TagsStore } from './TagsStore.ts';
import css from './tags.module.css';

/** Two tags become one: it cannot be taken back, and says so. */
export default observer(function MergeDrawer({ store, tag }: { store: TagsStore; tag: FacilityTag }) {
  const t = useTexts();
  const { label } = tag;
  const schema = useMemo(() => z.object({ into: z.number(t('tags.merge.missing')) }), [t]);
  const initialValues: { into: number | null } = { into: null };
  return (
    <FormDrawer
      keep={`admin.tag.merge.${tag.id}`}
      title={t('tags.merge.title', { label })}
      size={420}
      save={t('tags.merge')}
      onClose={() => store.open(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={async ({ into }) => {
        const other = store.others.find(({ id }) => id === into)?.label ?? '';
        await store.merge(into);
        toast.success(t('tags.merged', { label, other }));
      }}
    >
      <p className={css['intro']}>{t('tags.merge.text', { label })}</p>
      <SelectField
        name="into"
        label={t('tags.merge.into')}
        required
        options={store.others.map(({ id, label: text }) => ({ value: id, label: text }))}
      />
    </FormDrawer>
  );
});
