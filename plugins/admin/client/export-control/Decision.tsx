import { toast, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { TextareaField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { useState } from 'react';
import * as z from 'zod';
import type { ClearedPerson, ExportControlStore } from './ExportControlStore.ts';
import css from './exportControl.module.css';

interface DecisionProps {
  store: ExportControlStore;
  person: ClearedPerson;
  decision: 'VERIFY' | 'REVOKE';
}

const aYear = 365 * 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Verifying or revoking somebody's statement. */
export function Decision({ store, person, decision }: DecisionProps) {
  const t = useTexts();
  const [inAYear] = useState(() => day(Date.now() + aYear));
  const verifies = decision === 'VERIFY';
  const schema = z.object({
    expiresOn: verifies ? z.iso.date(t('export.expires.needed')) : z.string(),
    reason: verifies ? z.string() : z.string().trim().min(1, t('export.reason.needed')),
  });
  const decide = async ({ expiresOn, reason }: z.output<typeof schema>) => {
    await store.decide(expiresOn, reason);
    toast.success(t(verifies ? 'export.verified' : 'export.revoked', { name: person.name }));
  };
  return (
    <FormDrawer
      keep={`admin.clearance.${person.userId}.${decision}`}
      title={t(verifies ? 'export.verify.named' : 'export.revoke.named', { name: person.name })}
      size={460}
      lead={<p className={css['intro']}>{t(verifies ? 'export.verify.text' : 'export.revoke.text')}</p>}
      save={t(verifies ? 'export.verify' : 'export.revoke')}
      danger={!verifies}
      onClose={store.leave}
      initialValues={{ expiresOn: verifies ? (person.expiresOn ?? inAYear) : '', reason: '' }}
      schema={schema}
      onSubmit={decide}
    >
      {verifies && <DateField name="expiresOn" label={t('export.expires')} required />}
      <TextareaField
        name="reason"
        label={t(verifies ? 'export.evidence' : 'export.reason')}
        rows={3}
        maxLength={500}
        required={!verifies}
      />
    </FormDrawer>
  );
}
