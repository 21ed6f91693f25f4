import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import { mostReportPhotos, reportIssue } from '@sinter/sdk/contract/quality/orderNcrs';
import { newId } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SelectField, TextareaField } from '@sinter/sdk/ui/form';
import { PhotoDrop } from '../ncr/PhotoDrop.tsx';
import { PhotoUploads } from '../ncr/PhotoUploads.ts';
import type { OrderNcrsStore } from './OrderNcrsStore.ts';

/** A buyer reports a problem with a part: which, how many, what, and photos. */
export default observer(function Report({ store }: { store: OrderNcrsStore }) {
  const t = useTexts();
  const { api } = usePlugin();
  const [eventId] = useState(newId);
  const { orderId } = store;
  const uploads = useStore((host) => new PhotoUploads(host, mostReportPhotos));
  const order = useStore((host) => {
    const question = new Question(host, {
      ask: (_: void, signal) => host.api.call(readOrder, { params: { id: orderId } }, { signal }),
      failed: 'the parts of an order could not be loaded',
    });
    return { question, start: () => question.start() };
  }).question.answer;
  const schema = z.object({
    orderFileId: z.number(t('order.ncrs.partNeeded')),
    quantity: z.number(t('ncr.quantity.needed')).int().min(1, t('ncr.quantity.needed')),
    text: z.string().trim().min(1, t('order.ncrs.textNeeded')).max(2000),
  });
  const initialValues: { orderFileId: number | null; quantity: number; text: string } = {
    orderFileId: null,
    quantity: 1,
    text: '',
  };
  return (
    <FormDrawer<typeof initialValues, z.output<typeof schema>>
      keep={`quality.report.${orderId}`}
      title={t('order.ncrs.report')}
      size={480}
      save={t('order.ncrs.report')}
      onClose={() => store.report(false)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={async (values) => {
        const body = { eventId, ...values, fileIds: uploads.photos.map(({ id }) => id) };
        await api.call(reportIssue, { params: { orderId }, body });
        store.report(false);
        store.question.refresh();
      }}
    >
      <SelectField
        name="orderFileId"
        label={t('ncr.part')}
        required
        options={(order?.rfqFileDTOs ?? []).map(({ id, originalFileDTO }) => ({
          value: id,
          label: originalFileDTO.fileName,
        }))}
      />
      <NumberField name="quantity" label={t('ncr.quantity')} required min={1} precision={0} />
      <TextareaField name="text" label={t('order.ncrs.what')} required maxLength={2000} rows={5} />
      <PhotoDrop uploads={uploads} />
    </FormDrawer>
  );
});
