import * as z from 'zod';
import { useTexts } from '@sinter/sdk/ui';
import { Form, FormActions, NumberField, KeepUnsaved } from '@sinter/sdk/ui/form';
import { decimalsOf, fromMinor, largest, toMinor } from './money.ts';

interface PriceFormProps {
  currency: string;
  /** Minor units; `null`: none yet. */
  price: number | null;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSave: (price: number) => Promise<void>;
}

/** What the facility calculates with for a kilogram. */
export function PriceForm({ currency, price, onDirty, onCancel, onSave }: PriceFormProps) {
  const t = useTexts();
  return (
    <Form
      initialValues={{ price: price === null ? null : fromMinor(price, currency) }}
      schema={z.object({ price: priceSchema(t('facility.price.needed')) })}
      onSubmit={async (values) => {
        if (values.price !== null) await onSave(toMinor(values.price, currency));
      }}
    >
      <KeepUnsaved onChange={onDirty} />
      <PriceField currency={currency} />
      <FormActions onCancel={onCancel} />
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
