import { observer } from 'mobx-react-lite';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import * as z from 'zod';
import { toast, useTexts } from '@sinter/sdk/ui';
import { NumberField, SelectField, TextField } from '@sinter/sdk/ui/form';
import type { Facility } from './Facility.ts';
import type { MaterialsStore } from './MaterialsStore.ts';
import { toMinor } from './money.ts';
import { PriceField, priceSchema } from './PriceForm.tsx';
import css from './facility.module.css';

interface OwnMaterialDrawerProps {
  store: MaterialsStore;
  facility: Facility;
}

/** A material that the library lacks. */
export default observer(function OwnMaterialDrawer({ store, facility }: OwnMaterialDrawerProps) {
  const t = useTexts();
  const chosen = (needed: string) =>
    z
      .number()
      .nullable()
      .refine((id) => id !== null, needed);
  const schema = z.object({
    name: z.string().trim().min(1, t('facility.material.name.needed')).max(120),
    manufacturer: z.string().trim().max(120),
    amProcessId: chosen(t('facility.process.needed')),
    generalMaterialId: chosen(t('facility.family.needed')),
    density: z
      .number()
      .nullable()
      .refine((density) => density !== null && density >= 0.05 && density <= 25, t('facility.density.needed')),
    price: priceSchema(t('facility.price.needed')),
  });
  return (
    <FormDrawer
      keep="catalog.material.new"
      title={t('facility.material.own')}
      size={520}
      lead={<p className={css['lead']}>{t('facility.material.own.text')}</p>}
      onClose={store.close}
      initialValues={{
        ...{ name: '', manufacturer: '', amProcessId: null, generalMaterialId: null },
        ...{ density: null, price: null },
      }}
      schema={schema}
      onSubmit={async ({ price, amProcessId, generalMaterialId, density, ...names }) => {
        if (price === null || amProcessId === null || generalMaterialId === null || density === null) return;
        const material = { ...names, amProcessId, generalMaterialId, density };
        await store.addOwn(material, toMinor(price, facility.currency));
        toast.success(t('facility.material.added', { name: names.name }));
      }}
    >
      <TextField name="name" label={t('facility.material.name')} required maxLength={120} />
      <TextField name="manufacturer" label={t('facility.maker')} maxLength={120} />
      <SelectField
        name="amProcessId"
        label={t('facility.process')}
        required
        options={facility.processes.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="generalMaterialId"
        label={t('facility.family')}
        required
        options={facility.families.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberField
        name="density"
        label={t('facility.density')}
        required
        min={0}
        max={25}
        precision={3}
        suffix="g/cm³"
      />
      <PriceField currency={facility.currency} />
    </FormDrawer>
  );
});
