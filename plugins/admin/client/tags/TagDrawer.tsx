import { useMemo } from 'react';
import * as z from 'zod';
import { tagKindSchema, type TagKind } from '@sinter/sdk/contract/admin/tagKinds';
import type { FacilityTag } from '@sinter/sdk/contract/admin/tags';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { ColorField, FieldFrame, firstColor, TextField } from '@sinter/sdk/ui/form';
import type { TagsStore } from './TagsStore.ts';
import css from './tags.module.css';

interface TagDrawerProps {
  store: TagsStore;
  /** `null`: a new one. */
  tag: FacilityTag | null;
}

export default function TagDrawer({ store, tag }: TagDrawerProps) {
  const t = useTexts();
  const schema = useMemo(
    () =>
      z.object({
        label: z.string().trim().min(1, t('tags.label.missing')).max(40, t('tags.label.long')),
        color: z.string(),
        appliesTo: z.array(tagKindSchema).min(1, t('tags.appliesTo.missing')),
      }),
    [t],
  );
  return (
    <FormDrawer
      keep={`admin.tag.${tag?.id ?? 'new'}`}
      title={t(tag ? 'tags.edit.title' : 'tags.add')}
      size={420}
      onClose={() => store.open(null)}
      initialValues={{
        label: tag?.label ?? '',
        color: tag?.color ?? firstColor,
        appliesTo: tag?.appliesTo ?? [...store.kinds],
      }}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(values);
        toast.success(t('tags.saved', { label: values.label }));
      }}
    >
      <TextField name="label" label={t('tags.label')} required maxLength={40} hint={t('tags.label.hint')} />
      <ColorField name="color" label={t('tags.color')} />
      <FieldFrame<TagKind[]> name="appliesTo" label={t('tags.appliesTo')} required hint={t('tags.appliesTo.hint')}>
        {({ value, change, control: { id } }) => (
          <div className={css['kinds']}>
            {store.kinds.map((kind, place) => (
              <label key={kind}>
                <input
                  {...(place === 0 && { id })}
                  type="checkbox"
                  checked={value.includes(kind)}
                  onChange={({ target }) =>
                    change(target.checked ? [...value, kind] : value.filter((one) => one !== kind))
                  }
                />
                {t(`tags.kind.${kind}`)}
              </label>
            ))}
          </div>
        )}
      </FieldFrame>
    </FormDrawer>
  );
}
