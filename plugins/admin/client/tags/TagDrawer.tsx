import { useMemo } from 'react';
import * as z from 'zod';
import { tagKindSchema, type TagKind } from '@sinter/sdk/contract/admin/tagKinds';
import type { FacilityTag } from '@sinter/sdk/contract/admin/tags';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { FieldFrame, TextField } from '@sinter/sdk/ui/form';
import type { TagsStore } from './TagsStore.ts';
import css from './tags.module.css';

interface TagDrawerProps {
  store: TagsStore;
  /** `null`: a new one. */
  tag: FacilityTag | null;
}

/** Far enough apart to be told from each other on light and dark ground. */
const colors = ['#d92d20', '#e8710a', '#d4a106', '#1c8f4e', '#1a5fd0', '#7a3fc4', '#c2338f', '#667085'] as const;

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
        color: tag?.color ?? colors[4],
        appliesTo: tag?.appliesTo ?? [...store.kinds],
      }}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(values);
        toast.success(t('tags.saved', { label: values.label }));
      }}
    >
      <TextField name="label" label={t('tags.label')} required maxLength={40} hint={t('tags.label.hint')} />
      <FieldFrame<string> name="color" label={t('tags.color')}>
        {({ value, change, control: { id } }) => (
          <div className={css['colors']}>
            <input id={id} type="color" value={value} onChange={({ target }) => change(target.value.toLowerCase())} />
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
