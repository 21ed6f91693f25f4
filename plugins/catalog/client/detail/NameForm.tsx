import * as z from 'zod';
import { LightButton, toast, useTexts } from '@sinter/sdk/ui';
import { Form, TextField } from '@sinter/sdk/ui/form';
import type { PartDetail, PartStore } from './PartStore.ts';
import css from './detail.module.css';

interface NameFormProps {
  store: PartStore;
  part: PartDetail;
  /** Is something entered that is not saved? */
  onChange: (unsaved: boolean) => void;
}

export function NameForm({ store, part, onChange }: NameFormProps) {
  const t = useTexts();
  const schema = z.object({
    name: z.string().trim().min(1, t('part.name.needed')).max(200),
    partNumber: z.string().trim().max(100),
  });
  return (
    <Form
      keep={`catalog.part.${part.id}`}
      onUnsaved={onChange}
      initialValues={{ name: part.name, partNumber: part.partNumber }}
      schema={schema}
      onSubmit={async ({ name, partNumber }, form) => {
        await store.rename(name, partNumber);
        form.resetForm({ values: { name, partNumber } });
        toast.success(t('part.saved'));
      }}
    >
      {({ dirty, isSubmitting }) => (
        <>
          <div className={css['names']}>
            <TextField name="name" label={t('part.name')} required maxLength={200} />
            <TextField name="partNumber" label={t('part.number')} maxLength={100} />
          </div>
          {dirty && (
            <div className={css['actions']}>
              <LightButton kind="primary" type="submit" loading={isSubmitting}>
                {t('common.save')}
              </LightButton>
              <LightButton type="reset">{t('common.reset')}</LightButton>
            </div>
          )}
        </>
      )}
    </Form>
  );
}
