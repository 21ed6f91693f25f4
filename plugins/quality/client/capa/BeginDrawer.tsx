import { useState } from 'react';
import { flushSync } from 'react-dom';
import { observer } from 'mobx-react-lite';
import type * as z from 'zod';
import { createCapa } from '@sinter/sdk/contract/quality/capas';
import { newId } from '@sinter/sdk/plugin';
import { usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { DetailFields, detailSchema, type DetailValues } from './DetailFields.tsx';
import { askPeople } from './people.ts';

interface BeginDrawerProps {
  /** What it answers. */
  ncr?: { id: number; title: string; description: string };
  onBegun: (id: number) => void;
  onClose: () => void;
}

/** Begins a corrective or preventive action as a draft. */
export default observer(function BeginDrawer({ ncr, onBegun, onClose }: BeginDrawerProps) {
  const t = useTexts();
  const { api } = usePlugin();
  // Made when the person begins: a retry sends the same one.
  const [eventId] = useState(newId);
  const people = useStore((host) => {
    const question = askPeople(host);
    return { question, start: () => question.start() };
  }).question.answer;
  const schema = detailSchema(t);
  const initialValues: DetailValues = {
    ...{ title: ncr?.title ?? '', type: 'CORRECTIVE', source: ncr ? 'NCR' : 'AUDIT', method: 'EIGHT_D' },
    ...{ problem: ncr?.description ?? '', ownerId: null, dueOn: null },
  };
  return (
    <FormDrawer<DetailValues, z.output<typeof schema>>
      keep={ncr ? `quality.capa.ncr.${ncr.id}` : 'quality.capa'}
      title={t('capa.begin')}
      size={520}
      save={t('capa.begin')}
      lead={<p>{t('capa.begin.lead')}</p>}
      onClose={onClose}
      initialValues={initialValues}
      schema={schema}
      onSubmit={async (values) => {
        const body = { eventId, ...values, ncrIds: ncr ? [ncr.id] : [] };
        const { id } = await api.call(createCapa, { body });
        // It is gone before the page is left: nothing is unsaved any more.
        flushSync(onClose);
        onBegun(id);
      }}
    >
      <DetailFields people={people ?? []} />
    </FormDrawer>
  );
});
