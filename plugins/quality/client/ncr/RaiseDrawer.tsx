import { useState } from 'react';
import * as z from 'zod';
import { raiseNcr } from '@sinter/sdk/contract/quality/ncrs';
import { newId } from '@sinter/sdk/plugin';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { DraftFields, draftSchema, dueAtOf, type DraftValues } from './DraftFields.tsx';
import type { NcrChoices } from './NcrsStore.ts';

interface RaiseDrawerProps {
  choices: NcrChoices;
  onRaised: (id: number) => void;
  onClose: () => void;
}

type Values = DraftValues & { lotId: number | null; batch: string; hold: boolean };

/** Raises a non-conformance: what it is, and what it is about. */
export default function RaiseDrawer({ choices, onRaised, onClose }: RaiseDrawerProps) {
  const t = useTexts();
  const { api } = usePlugin();
  // Made when the person begins: a retry sends the same one.
  const [eventId] = useState(newId);
  const schema = draftSchema(t).extend({
    lotId: z.number().int().positive().nullable(),
    batch: z.string().trim().max(80),
    hold: z.boolean(),
  });
  const initialValues: Values = {
    ...{ title: '', description: '', type: '', severity: '', defectId: null, affectedQuantity: 1 },
    ...{ characteristic: '', requirement: '', measured: '', assigneeId: null, dueOn: null },
    ...{ lotId: null, batch: '', hold: true },
  };
  return (
    <FormDrawer<Values, z.output<typeof schema>>
      keep="quality.raise"
      title={t('ncr.raise')}
      size={520}
      save={t('ncr.raise')}
      onClose={onClose}
      initialValues={initialValues}
      schema={schema}
      onSubmit={async ({ lotId, batch, hold, dueOn, ...draft }) => {
        const subject = {
          ...{ orderId: null, orderFileId: null, position: null, jobId: null, equipmentId: null },
          ...{ lotId, batch },
        };
        const body = { eventId, source: 'SCREEN' as const, subject, hold, draft: { ...draft, dueAt: dueAtOf(dueOn) } };
        const { id } = await api.call(raiseNcr, { body });
        onClose();
        onRaised(id);
      }}
    >
      <DraftFields choices={choices} />
      <NumberField name="lotId" label={t('ncr.lotNumber')} hint={t('ncr.lotNumber.hint')} min={1} precision={0} />
      <TextField name="batch" label={t('ncr.batch')} maxLength={80} />
      <SwitchField name="hold" label={t('ncr.hold')} hint={t('ncr.hold.hint')} />
    </FormDrawer>
  );
}
