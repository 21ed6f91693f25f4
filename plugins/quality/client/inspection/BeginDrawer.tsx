import { useState } from 'react';
import * as z from 'zod';
import { beginInspection, listFittingPlans } from '@sinter/sdk/contract/quality/inspections';
import { newId } from '@sinter/sdk/plugin';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField } from '@sinter/sdk/ui/form';

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
  const needed = t('inspection.lotNeeded');
  const schema = z.object({ lotId: z.number(needed).int(needed).positive(needed) });
  return (
    <FormDrawer<{ lotId: number | null }, z.output<typeof schema>>
      keep="quality.inspection"
      title={t('inspection.begin')}
      size={420}
      save={t('inspection.begin')}
      onClose={onClose}
      initialValues={{ lotId: null }}
      schema={schema}
      onSubmit={async ({ lotId }, form) => {
        const [plan] = await api.call(listFittingPlans, { params: { id: lotId } });
        if (!plan) return form.setFieldError('lotId', t('inspection.noPlan'));
        const { id } = await api.call(beginInspection, { body: { eventId, lotId, planId: plan.id } });
        onClose();
        onBegun(id);
      }}
    >
      <p>{t('inspection.begin.text')}</p>
      <NumberField name="lotId" label={t('ncr.lotNumber')} min={1} precision={0} />
    </FormDrawer>
  );
}
