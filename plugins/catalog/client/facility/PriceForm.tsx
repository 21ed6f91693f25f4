import * as z from 'zod';
import { useTexts } from '@sinter/sdk/ui';
import { Form, FormActions, NumberField } from '@sinter/sdk/ui/form';
import { decimalsOf, fromMinor, largest, toMinor } from './money.ts';

interface PriceFormProps {
  materialId: number;
  currency: string;
  /** Minor units; `null`: none yet. */
  price: number | null;
  onDirty: (dirty: boolean) => void;
  /** Without it, the drawer around it is closed. */
  onCancel?: () => void;
  onSave: (price: number) => Promise<void>;
}

/** What the facility calculates with for a kilogram. */
export function PriceForm({ materialId, currency, price, onDirty, onCancel, onSave }: PriceFormProps) {
  const t = useTexts();
  return (
    <Form
      keep={`catalog.price.${materialId}`}
      onUnsaved={onDirty}
      initialValues={{ price: price === null ? null : fromMinor(price, currency) }}
      schema={z.object({ price: priceSchema(t('facility.price.needed')) })}
      onSubmit={async (values) => {
        if (values.price !== null) await onSave(toMinor(values.price, currency));
      }}
    >
      <PriceField currency={currency} />
      <FormActions {...(onCancel ? { onCancel } : {})} />
    </Form>
  );
}

export const priceSchema = (needed: string) =>
  z
    .number({ error: needed })
    .nullable()
    .refine((price) => price !== null, needed);

/** The field `price`, in whole units of the currency. */
export function PriceField({ currency }: { currency: string }) {
  const t = useTexts();
  return (
    <NumberField
      name="price"
      label={t('facility.price')}
      required
      min={0}
      max={largest(currency)}
      precision={decimalsOf(currency)}
      suffix={t('facility.price.unit', { currency })}
      hint={t('facility.price.hint')}
    />
  );
}
