import { useState } from 'react';
import { useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { FieldFrame, TextField } from '@sinter/sdk/ui/form';
import * as z from 'zod';
import { Events } from './Events.tsx';
import { Sample } from './Sample.tsx';
import type { EventTree, WebhooksStore } from './WebhooksStore.ts';
import css from './webhooks.module.css';

/** A webhook: its address and what it hears, with an example of the event that was looked at last. */
export default function WebhookForm({ store, tree }: { store: WebhooksStore; tree: EventTree }) {
  const t = useTexts();
  const webhook = store.editing === 'new' ? null : store.editing;
  const [looked, setLooked] = useState('order.status_changed');
  const schema = z.object({
    name: z.string().trim().min(1, t('hooks.name.missing')).max(200),
    url: z
      .url({ protocol: /^https?$/, error: t('hooks.url.wrong') })
      .trim()
      .max(2000),
    events: z.array(z.string()).min(1, t('hooks.events.missing')),
  });
  return (
    <FormDrawer
      keep={`integrations.webhook.${webhook?.id ?? 'new'}`}
      title={webhook ? t('hooks.editOf', { name: webhook.name }) : t('hooks.add')}
      size={860}
      save={t(webhook ? 'hooks.save' : 'hooks.create')}
      onClose={() => store.edit(null)}
      initialValues={{ name: webhook?.name ?? '', url: webhook?.url ?? '', events: webhook?.events ?? [] }}
      schema={schema}
      onSubmit={(values) => store.save(values)}
    >
      <TextField name="name" label={t('hooks.name')} required maxLength={200} />
      <TextField
        name="url"
        label={t('hooks.url')}
        hint={t('hooks.url.hint')}
        placeholder="https://erp.example.com/sinter"
        required
        maxLength={2000}
      />
      <div className={css['choosing']}>
        <FieldFrame<string[]> name="events" label={t('hooks.events')} hint={t('hooks.events.hint')} required>
          {({ value, change, control }) => (
            <div id={control.id} role="group" aria-label={t('hooks.events')}>
              <Events tree={tree} chosen={value} onChange={change} onLook={setLooked} />
            </div>
          )}
        </FieldFrame>
        <Sample key={looked} type={looked} />
      </div>
    </FormDrawer>
  );
}
