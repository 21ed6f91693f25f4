import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { splitLot } from '@sinter/sdk/contract/production/lots';
import { newId } from '@sinter/sdk/plugin';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer, SideDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField } from '@sinter/sdk/ui/form';
import { nameOf } from '../../words.ts';
import type { StepProps } from '../StepProps.ts';
import css from '../lot.module.css';

/** Open pieces of the step become a lot of their own. */
export const Split = observer(function Split({ store, lot, step }: StepProps) {
  const t = useTexts();
  const [eventId] = useState(newId);
  const { position, open } = step;
  const close = () => store.open(null);
  const title = t('split.title', { step: nameOf(t, step) });
  if (open < 2 || step.kind === 'PRINT') {
    return (
      <SideDrawer title={title} size={440} unsaved={false} onClose={close}>
        <p>{t('split.few')}</p>
      </SideDrawer>
    );
  }
  const many = t('split.quantity.needed', { most: open - 1 });
  return (
    <FormDrawer
      keep={`production.split.${lot.id}`}
      title={title}
      size={440}
      lead={<p className={css['quiet']}>{t('split.lead', { count: open })}</p>}
      save={t('split')}
      onClose={close}
      initialValues={{ quantity: 1 }}
      schema={z.object({
        quantity: z
          .number({ error: many })
          .int(many)
          .min(1, many)
          .max(open - 1, many),
      })}
      onSubmit={async ({ quantity }) => {
        const made = await store.offline.kiosk.act(({ kiosk, device }) =>
          store.host.api.call(splitLot, {
            params: { id: lot.id },
            body: { eventId, kiosk, device, position, quantity },
          }),
        );
        close();
        store.show(made);
        toast.success(t('split.done', { id: made.id }));
      }}
    >
      <NumberField name="quantity" label={t('split.quantity')} required />
    </FormDrawer>
  );
});
