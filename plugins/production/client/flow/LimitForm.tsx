import { useId } from 'react';
import * as z from 'zod';
import { limitWorkCenter } from '@sinter/sdk/contract/production/flow';
import { LightInput, usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { nameOf } from '../words.ts';
import type { FlowStep, FlowStore } from './FlowStore.ts';
import css from './flow.module.css';

/** How many open lots the work center of a step has at most, and what happens beyond that. */
export function LimitForm({ store, step }: { store: FlowStore; step: FlowStep }) {
  const t = useTexts();
  const { api } = usePlugin();
  const id = useId();
  const close = () => store.open(null);
  return (
    <FormDrawer
      keep={`production.limit.${step.workCenter}`}
      title={t('flow.limit.title', { step: nameOf(t, step) })}
      size={440}
      lead={<p className={css['lead']}>{t('flow.limit.lead')}</p>}
      save={t('flow.limit.save')}
      onClose={close}
      initialValues={{ limit: step.limit === null ? '' : String(step.limit), blocks: step.blocks }}
      schema={z.object({
        limit: z
          .string()
          .trim()
          .refine((text) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 10_000), {
            message: t('flow.limit.wrong'),
          }),
        blocks: z.boolean(),
      })}
      onSubmit={async ({ limit, blocks }) => {
        const body = { limit: limit.trim() === '' ? null : Number(limit), blocks };
        await api.call(limitWorkCenter, { params: { key: step.workCenter }, body });
        store.list.retry();
        close();
      }}
    >
      {({ values, errors, submitCount, setFieldValue }) => (
        <div className={css['limitForm']}>
          <label htmlFor={id}>{t('mes.limit')}</label>
          <LightInput
            id={id}
            type="text"
            inputMode="numeric"
            maxLength={5}
            value={values.limit}
            onChange={({ target }) => void setFieldValue('limit', target.value)}
          />
          <span className={css['lead']}>{t('mes.limit.hint')}</span>
          {submitCount > 0 && errors.limit !== undefined && (
            <p role="alert" className={css['problem']}>
              {errors.limit}
            </p>
          )}
          <label className={css['tick']}>
            <input
              type="checkbox"
              checked={values.blocks}
              onChange={({ target }) => void setFieldValue('blocks', target.checked)}
            />
            {t('mes.blocks')}
          </label>
        </div>
      )}
    </FormDrawer>
  );
}
