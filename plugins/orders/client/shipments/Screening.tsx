import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { screeningResultSchema, type Shipment } from '@sinter/sdk/contract/orders/shipments';
import { formatDate } from '@sinter/sdk/i18n';
import { LightButton, Section, StatusPill, toast, useTexts } from '@sinter/sdk/ui';
import { DateField, today } from '@sinter/sdk/ui/dates';
import { Form, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { ShipmentStore } from './ShipmentStore.ts';
import css from './shipments.module.css';

/** Whether the consignee of controlled goods was looked up, and where. */
export default observer(function Screening({ store, shipment }: { store: ShipmentStore; shipment: Shipment }) {
  const t = useTexts();
  const { screenings, screens, controlled, id } = shipment;
  const [writing, setWriting] = useState(controlled && screenings.length === 0);
  const schema = z.object({
    list: z.string().trim().min(1, t('screening.listNeeded')).max(200),
    result: screeningResultSchema,
    screenedOn: z.iso.date(t('screening.dayNeeded')),
    note: z.string().trim().max(1000),
  });
  const first: z.input<typeof schema> = { list: '', result: 'CLEAR', screenedOn: today(), note: '' };
  return (
    <Section title={t('screening.title')}>
      <div className={css['form']}>
        {screenings.length === 0 && controlled && <p className={css['warning']}>{t('screening.none')}</p>}
        <ul className={css['history']}>
          {screenings.map(({ list, result, screenedOn, note, by }) => (
            <li key={`${list} ${screenedOn} ${result} ${note}`}>
              <span>
                <StatusPill tone={result === 'CLEAR' ? 'green' : 'red'}>{t(`screening.${result}`)}</StatusPill>{' '}
                <bdi>{list}</bdi>
              </span>
              {note !== '' && <span dir="auto">{note}</span>}
              <small>
                <bdi>{by}</bdi> · {formatDate(screenedOn)}
              </small>
            </li>
          ))}
        </ul>
        {screens && !writing && (
          <div>
            <LightButton onClick={() => setWriting(true)}>{t('screening.add')}</LightButton>
          </div>
        )}
        {screens && writing && (
          <Form
            keep={`orders.screening.${id}`}
            initialValues={first}
            schema={schema}
            onSubmit={async (values) => {
              await store.screen(values);
              toast.success(t('screening.done'));
            }}
          >
            {({ isSubmitting }) => (
              <>
                <TextField name="list" label={t('screening.list')} maxLength={200} required />
                <SelectField
                  name="result"
                  label={t('screening.result')}
                  options={screeningResultSchema.options.map((value) => ({ value, label: t(`screening.${value}`) }))}
                />
                <DateField name="screenedOn" label={t('screening.day')} max={today()} required />
                <TextareaField name="note" label={t('screening.note')} rows={2} maxLength={1000} />
                <div>
                  <LightButton type="submit" loading={isSubmitting}>
                    {t('screening.record')}
                  </LightButton>
                </div>
              </>
            )}
          </Form>
        )}
      </div>
    </Section>
  );
});
