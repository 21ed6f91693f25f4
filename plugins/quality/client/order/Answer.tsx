import * as z from 'zod';
import { useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextareaField } from '@sinter/sdk/ui/form';
import type { Answering, OrderNcrsStore } from './OrderNcrsStore.ts';

/** May pieces be used as they are? A refusal says why. */
export default function Answer({ store, answering }: { store: OrderNcrsStore; answering: Answering }) {
  const t = useTexts();
  const { accepts, rowId } = answering;
  const note = z.string().trim().max(2000);
  const schema = z.object({ note: accepts ? note : note.min(1, t('order.ncrs.noteNeeded')) });
  const title = t(accepts ? 'order.ncrs.accept' : 'order.ncrs.refuse');
  return (
    <FormDrawer
      keep={`quality.answer.${rowId}`}
      title={title}
      size={440}
      save={title}
      lead={<p>{t(accepts ? 'order.ncrs.accept.text' : 'order.ncrs.refuse.text')}</p>}
      onClose={() => store.ask(null)}
      initialValues={{ note: '' }}
      schema={schema}
      onSubmit={(given) => store.answer(answering, given.note)}
    >
      <TextareaField name="note" label={t('order.ncrs.note')} required={!accepts} maxLength={2000} rows={4} />
    </FormDrawer>
  );
}
