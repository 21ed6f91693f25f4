import { useRef } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { Shipment } from '@sinter/sdk/contract/orders/shipments';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LinkButton, Section, toast, useTexts } from '@sinter/sdk/ui';
import { Form, NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { savedOf, type ShipmentStore } from './ShipmentStore.ts';
import { carrierName } from './Tracking.tsx';
import css from './shipments.module.css';

const amount = (most: number) => z.number().int().min(1).max(most).nullable();
const schema = z.object({
  carrier: z.string(),
  service: z.string().trim().max(60),
  tracking: z.string().trim().max(100),
  note: z.string().max(2000),
  incoterm: z.string().trim().max(20),
  tariffNumber: z.string().trim().max(40),
  exportLicence: z.string().trim().max(100),
  lines: z.array(z.object({ orderFileId: z.number(), quantity: z.number().int().min(1) })).min(1),
  boxes: z.array(
    z.object({
      id: z.number().nullable(),
      weightKg: z.number().min(0.001).max(10_000).nullable(),
      lengthMm: amount(100_000),
      widthMm: amount(100_000),
      heightMm: amount(100_000),
    }),
  ),
});
type Values = z.input<typeof schema>;

const incoterms = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'];

function valuesOf(shipment: Shipment): Values {
  const { version: _, labelFileId: __, boxes, ...rest } = savedOf(shipment);
  return {
    ...rest,
    boxes: boxes.map(({ weightGrams, ...box }) => ({
      ...box,
      weightKg: weightGrams === null ? null : weightGrams / 1000,
    })),
  };
}

/** How a shipment goes: quantities and boxes while it is a draft, carrier and papers until it has arrived. */
export default observer(function ShipmentForm({ store, shipment }: { store: ShipmentStore; shipment: Shipment }) {
  const t = useTexts();
  const draft = shipment.status === 'DRAFT';
  const carriers = (store.carriers.answer ?? []).filter(({ active, key }) => active || key === shipment.carrier?.key);
  const save = async ({ boxes, ...values }: z.output<typeof schema>) => {
    const { version, labelFileId } = savedOf(shipment);
    await store.save({
      ...values,
      ...{ version, labelFileId },
      boxes: boxes.map(({ weightKg, ...box }) => ({
        ...box,
        weightGrams: weightKg === null ? null : Math.round(weightKg * 1000),
      })),
    });
    toast.success(t('shipment.saved'));
  };
  return (
    <Form keep={`orders.shipment.${shipment.id}`} initialValues={valuesOf(shipment)} schema={schema} onSubmit={save}>
      {({ values, dirty, isSubmitting, setFieldValue }) => (
        <>
          {draft && (
            <Section title={t('shipment.quantities')}>
              <div className={css['grid']}>
                {shipment.lines.map(({ orderFileId, fileName, most }, index) => (
                  <NumberField
                    key={orderFileId}
                    name={`lines.${index}.quantity`}
                    label={fileName}
                    min={1}
                    max={most}
                    precision={0}
                  />
                ))}
              </div>
            </Section>
          )}
          {draft && (
            <Section title={t('shipments.boxes')}>
              {values.boxes.map((box, index) => (
                <fieldset key={box.id ?? `new ${index}`} className={css['order']}>
                  <legend>{t('pack.boxNamed', { number: formatNumber(index + 1) })}</legend>
                  <div className={css['grid']}>
                    <NumberField name={`boxes.${index}.weightKg`} label={t('shipments.weight')} suffix="kg" min={0} />
                    {(['lengthMm', 'widthMm', 'heightMm'] as const).map((side) => (
                      <NumberField
                        key={side}
                        name={`boxes.${index}.${side}`}
                        label={t(`shipment.${side}`)}
                        suffix="mm"
                        min={1}
                        precision={0}
                      />
                    ))}
                  </div>
                  {values.boxes.length > 1 && (
                    <LinkButton onClick={() => void setFieldValue('boxes', values.boxes.toSpliced(index, 1))}>
                      {t('shipment.removeBox', { number: formatNumber(index + 1) })}
                    </LinkButton>
                  )}
                </fieldset>
              ))}
              <div>
                <Button
                  onClick={() =>
                    void setFieldValue('boxes', [
                      ...values.boxes,
                      { id: null, weightKg: null, lengthMm: null, widthMm: null, heightMm: null },
                    ])
                  }
                >
                  {t('shipment.addBox')}
                </Button>
              </div>
            </Section>
          )}
          <Section title={t('shipment.transport')}>
            <div className={css['grid']}>
              <SelectField
                name="carrier"
                label={t('shipments.carrier')}
                options={[
                  { value: '', label: t('shipment.noCarrier') },
                  ...carriers.map((carrier) => ({ value: carrier.key, label: carrierName(t, carrier) })),
                ]}
              />
              <TextField name="service" label={t('shipments.service')} maxLength={60} />
              <TextField name="tracking" label={t('shipments.tracking')} maxLength={100} />
              <SelectField
                name="incoterm"
                label={t('shipments.incoterm')}
                options={[
                  { value: '', label: t('shipment.noIncoterm') },
                  ...incoterms.map((value) => ({ value, label: value })),
                ]}
              />
              <TextField name="tariffNumber" label={t('shipments.tariff')} maxLength={40} />
              <TextField name="exportLicence" label={t('shipments.licence')} maxLength={100} />
            </div>
            <TextareaField name="note" label={t('shipment.internalNote')} rows={2} maxLength={2000} />
            <div className={css['tools']}>
              <Label store={store} shipment={shipment} disabled={dirty} />
              <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
                {t('shipment.save')}
              </LightButton>
            </div>
          </Section>
        </>
      )}
    </Form>
  );
});

/** The carrier's label, as a file. It is kept at once, so what is written is saved before. */
const Label = observer(function Label({
  store,
  shipment: { label },
  disabled,
}: {
  store: ShipmentStore;
  shipment: Shipment;
  disabled: boolean;
}) {
  const t = useTexts();
  const { labelling } = store;
  const input = useRef<HTMLInputElement>(null);
  const text = t(label ? 'shipment.otherLabel' : 'shipment.addLabel');
  return (
    <span title={disabled ? t('shipment.saveFirst') : undefined}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text}
        accept=".pdf,.png,.jpg,.jpeg,.zpl"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void labelling.run(file);
          target.value = '';
        }}
      />
      <LightButton disabled={disabled} loading={labelling.busy} onClick={() => input.current?.click()}>
        {text}
      </LightButton>
    </span>
  );
});
