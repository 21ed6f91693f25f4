import { useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';
import { beginInspection, listFittingPlans } from '@sinter/sdk/contract/quality/inspections';
import { newId } from '@sinter/sdk/plugin';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';

interface BeginDrawerProps {
  onBegun: (id: number) => void;
  onClose: () => void;
}

/** Begins an inspection of a lot by the plan that fits it best. */
export default function BeginDrawer({ onBegun, onClose }: BeginDrawerProps) {
  const t = useTexts();
  const { api } = usePlugin();
  // Made when the person begins: a retry sends the same one.
  const [eventId] = useState(newId);
  const schema = z.object({ lot: z.string().trim().min(1, t('inspection.lotNeeded')).max(60) });
  return (
    <FormDrawer<{ lot: string }, z.output<typeof schema>>
      keep="quality.inspection"
      title={t('inspection.begin')}
      size={420}
      save={t('inspection.begin')}
      onClose={onClose}
      initialValues={{ lot: '' }}
      schema={schema}
      onSubmit={async ({ lot }, form) => {
        const found = await api.call(listFittingPlans, { query: { lot } }).catch((error: unknown) => {
          if (error instanceof CallError && error.code === 'NOT_FOUND') return null;
          throw error;
        });
        const [plan] = found?.plans ?? [];
        if (!found || !plan) return form.setFieldError('lot', t(found ? 'inspection.noPlan' : 'inspection.noLot'));
        const { lotId } = found;
        const { id } = await api.call(beginInspection, { body: { eventId, lotId, planId: plan.id } });
        // It is gone before the page is left: nothing is unsaved any more.
        flushSync(onClose);
        onBegun(id);
      }}
    >
      <p>{t('inspection.begin.text')}</p>
      <TextField name="lot" label={t('ncr.lotNumber')} maxLength={60} />
    </FormDrawer>
  );
}
