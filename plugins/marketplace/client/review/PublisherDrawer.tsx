import * as z from 'zod';
import { useTexts } from '@sinter/sdk/ui';
import { SwitchField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import type { Editing, ReviewStore } from './ReviewStore.ts';
import css from '../marketplace.module.css';

interface PublisherDrawerProps {
  store: ReviewStore;
  editing: Editing;
}

/** A vendor or one of its keys, entered beside the list. */
export function PublisherDrawer({ store, editing }: PublisherDrawerProps) {
  if (editing.kind === 'publisher') return <NewPublisher store={store} />;
  if (editing.kind === 'revoke') return <Revoke store={store} editing={editing} />;
  return <NewKey store={store} editing={editing} />;
}

const size = 480;

function NewPublisher({ store }: { store: ReviewStore }) {
  const t = useTexts();
  const schema = z.object({
    id: z.string().regex(/^[a-z][a-z0-9-]*$/, { error: t('publisher.id.wrong') }),
    name: z
      .string()
      .trim()
      .min(1, { error: t('publisher.name.missing') }),
    contact: z.string().trim(),
  });
  return (
    <FormDrawer
      title={t('publisher.add')}
      size={size}
      keep="marketplace.publisher"
      save={t('publisher.add')}
      initialValues={{ id: '', name: '', contact: '' }}
      schema={schema}
      onSubmit={(values) => store.addPublisher(values)}
      onClose={() => store.edit(null)}
    >
      <TextField name="name" label={t('publisher.name')} maxLength={100} />
      <TextField name="id" label={t('publisher.id')} hint={t('publisher.id.help')} maxLength={50} />
      <TextField name="contact" label={t('publisher.contact')} maxLength={200} />
    </FormDrawer>
  );
}

function NewKey({ store, editing }: { store: ReviewStore; editing: Extract<Editing, { kind: 'key' | 'rotate' }> }) {
  const t = useTexts();
  const { publisher } = editing;
  const rotating = editing.kind === 'rotate';
  const schema = z.object({
    publicKey: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9+/]{43}=$/, { error: t('key.wrong') }),
    development: z.boolean(),
  });
  const save = async (values: z.output<typeof schema>) =>
    editing.kind === 'rotate'
      ? store.rotate(publisher, editing.key, values.publicKey)
      : store.addKey(publisher, values);
  return (
    <FormDrawer
      title={t(rotating ? 'key.rotate.title' : 'key.add.title', { name: publisher.name })}
      size={size}
      keep={`marketplace.key.${publisher.id}`}
      save={t(rotating ? 'key.rotate' : 'key.add')}
      lead={<p className={css['quiet']}>{t(rotating ? 'key.rotate.text' : 'key.add.text')}</p>}
      initialValues={{ publicKey: '', development: false }}
      schema={schema}
      onSubmit={save}
      onClose={() => store.edit(null)}
    >
      <TextField name="publicKey" label={t('key.public')} hint={t('key.public.help')} maxLength={44} />
      {!rotating && <SwitchField name="development" label={t('key.development')} hint={t('key.development.help')} />}
    </FormDrawer>
  );
}

function Revoke({ store, editing }: { store: ReviewStore; editing: Extract<Editing, { kind: 'revoke' }> }) {
  const t = useTexts();
  const { publisher, key } = editing;
  const schema = z.object({
    reason: z
      .string()
      .trim()
      .min(1, { error: t('reason.missing') }),
  });
  return (
    <FormDrawer
      title={t('key.revoke.title', { name: publisher.name })}
      size={size}
      danger
      keep={`marketplace.revoke.${key.keyId}`}
      save={t('key.revoke')}
      lead={<p>{t('key.revoke.text')}</p>}
      initialValues={{ reason: '' }}
      schema={schema}
      onSubmit={({ reason }) => store.revoke(publisher, key, reason)}
      onClose={() => store.edit(null)}
    >
      <TextareaField name="reason" label={t('reason')} rows={3} maxLength={500} />
    </FormDrawer>
  );
}
