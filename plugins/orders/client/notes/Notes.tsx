import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { OrderNote } from '@sinter/sdk/contract/orders/notes';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LinkButton, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Form, TextareaField } from '@sinter/sdk/ui/form';
import { NotesStore } from './NotesStore.ts';
import css from './notes.module.css';

/** What the own side writes down about an order, for itself. */
export default observer(function Notes({ orderId, isProvider }: { orderId: number; isProvider: boolean }) {
  const t = useTexts();
  const store = useStore((host) => new NotesStore(host, orderId));
  const { answer, error } = store.notes;
  const title = t('notes.title');
  return (
    <Section title={title}>
      <div className={css['notes']}>
        <p className={css['quiet']}>{t(isProvider ? 'notes.facilityOnly' : 'notes.companyOnly')}</p>
        <NoteForm key={store.added} keep={`orders.note.${orderId}`} body="" onSave={(body) => store.add(body)} />
        {!answer &&
          (error ? <ErrorNotice subject={title} error={error} onRetry={() => store.notes.retry()} /> : <Loading />)}
        {answer && answer.length > 0 && (
          <ul>
            {answer.map((note) => (
              <Note key={note.id} store={store} note={note} orderId={orderId} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
});

const Note = observer(function Note({ store, note, orderId }: { store: NotesStore; note: OrderNote; orderId: number }) {
  const t = useTexts();
  const { id, author, body, createdOn, editedOn, own } = note;
  if (store.editing === id) {
    return (
      <li>
        <NoteForm
          keep={`orders.note.${orderId}.${id}`}
          body={body}
          onSave={(text) => store.change(id, text)}
          onCancel={() => store.edit(null)}
        />
      </li>
    );
  }
  return (
    <li>
      <p dir="auto">{body}</p>
      <span className={css['quiet']}>
        <bdi>{author}</bdi> · {formatDateTime(createdOn)}
        {editedOn !== null && ` · ${t('notes.edited')}`}
      </span>
      {own && (
        <span className={css['actions']}>
          <LinkButton onClick={() => store.edit(id)}>{t('notes.edit')}</LinkButton>
          <LinkButton disabled={store.deleting.busy} onClick={() => void store.deleting.run(note)}>
            {t('notes.delete')}
          </LinkButton>
        </span>
      )}
    </li>
  );
});

interface NoteFormProps {
  keep: string;
  body: string;
  onSave: (body: string) => Promise<void>;
  /** Of one that is being changed. */
  onCancel?: () => void;
}

function NoteForm({ keep, body, onSave, onCancel }: NoteFormProps) {
  const t = useTexts();
  const schema = z.object({ body: z.string().trim().min(1, t('notes.needed')).max(5000) });
  return (
    <Form keep={keep} initialValues={{ body }} schema={schema} onSubmit={(values) => onSave(values.body)}>
      {({ isSubmitting }) => (
        <>
          <TextareaField name="body" label={t(onCancel ? 'notes.edit' : 'notes.new')} rows={3} maxLength={5000} />
          <span className={css['actions']}>
            <Button htmlType="submit" loading={isSubmitting}>
              {t(onCancel ? 'notes.save' : 'notes.add')}
            </Button>
            {onCancel && <Button onClick={onCancel}>{t('notes.cancel')}</Button>}
          </span>
        </>
      )}
    </Form>
  );
}
