import type { Nda } from '@sinter/sdk/contract/orders/nda';
import { toast, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { TextareaField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { useState } from 'react';
import * as z from 'zod';
import css from './nda.module.css';
import { Signed } from './Signed.tsx';

interface NdaDecisionProps {
  nda: Nda;
  approve: boolean;
  /** Throws what the server says. */
  onAnswer: (answer: { reason: string; validUntil: string }) => Promise<void>;
  onClose: () => void;
}

const twoYears = 2 * 365 * 86_400_000;

/** The legal side answers what a facility signed. */
export function NdaDecision({ nda, approve, onAnswer, onClose }: NdaDecisionProps) {
  const t = useTexts();
  const [inTwoYears] = useState(() => new Date(Date.now() + twoYears).toISOString().slice(0, 10));
  const facility = nda.facility.name;
  const schema = z.object({
    validUntil: z.string(),
    reason: approve ? z.string() : z.string().trim().min(1, t('nda.reason.needed')),
  });
  return (
    <FormDrawer
      keep={`orders.nda.${nda.id}.${approve}`}
      title={t(approve ? 'nda.approve.named' : 'nda.reject.named', { facility })}
      size={460}
      lead={
        <div className={css['lead']}>
          <p>{t(approve ? 'nda.approve.text' : 'nda.reject.text')}</p>
          <Signed file={nda.file} />
        </div>
      }
      save={t(approve ? 'event.APPROVE_NDA' : 'event.REJECT_NDA')}
      danger={!approve}
      onClose={onClose}
      initialValues={{ validUntil: approve ? inTwoYears : '', reason: '' }}
      schema={schema}
      onSubmit={async (answer) => {
        await onAnswer(answer);
        toast.success(t(approve ? 'done.APPROVE_NDA' : 'done.REJECT_NDA', { facility }));
      }}
    >
      {approve && <DateField name="validUntil" label={t('nda.validUntil')} />}
      <TextareaField
        name="reason"
        label={t(approve ? 'nda.note' : 'nda.reason')}
        rows={3}
        maxLength={1000}
        required={!approve}
      />
    </FormDrawer>
  );
}
