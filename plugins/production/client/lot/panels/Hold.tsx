import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newId } from '@sinter/sdk/plugin';
import { useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { Reason } from '../Reason.tsx';
import type { StepProps } from '../StepProps.ts';
import css from '../lot.module.css';

/** All open steps of the lot stop. */
export const Hold = observer(function Hold({ store, lot }: StepProps) {
  const t = useTexts();
  const [eventId] = useState(newId);
  const close = () => store.open(null);
  return (
    <FormDrawer
      keep={`production.hold.${lot.id}`}
      title={t('hold.title')}
      size={440}
      lead={<p className={css['quiet']}>{t('hold.lead')}</p>}
      save={t('lot.hold')}
      onClose={close}
      initialValues={{ reason: '' }}
      schema={z.object({ reason: z.string().trim().min(1, t('reason.needed')) })}
      onSubmit={async ({ reason }) => {
        const held = await store.act({ kind: 'HOLD', hold: true, reason }, eventId);
        close();
        if (held) store.show(held);
      }}
    >
      {({ values, errors, submitCount, setFieldValue }) => (
        <>
          <Reason
            label={t('reason')}
            reasons={store.floor.answer?.holdReasons ?? []}
            value={values.reason}
            onChange={(reason) => void setFieldValue('reason', reason)}
          />
          {submitCount > 0 && errors.reason !== undefined && (
            <p role="alert" className={css['refusal']}>
              {errors.reason}
            </p>
          )}
        </>
      )}
    </FormDrawer>
  );
});
