import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import { SelectField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { currencyChoices } from '../parts/choices.ts';
import type { FacilitiesStore } from './FacilitiesStore.ts';
import { NameFields } from './NameFields.tsx';

/** Opens a facility, with the settings of another one if wanted. */
export default observer(function AddDrawer({ store }: { store: FacilitiesStore }) {
  const t = useTexts();
  const here = usePlugin().user.serviceProvider;
  const schema = z.object({
    companyName: z.string().trim().min(1, t('facilities.name.needed')).max(200),
    code: z.string().trim().max(12),
    timeZone: z.string(t('facilities.timeZone.needed')),
    currency: z.string(t('facilities.currency.needed')),
    copyFrom: z.number().nullable(),
  });
  const initialValues: z.input<typeof schema> = {
    companyName: '',
    code: '',
    timeZone: here?.timeZone ?? 'UTC',
    currency: here?.currency ?? 'EUR',
    copyFrom: null,
  };
  return (
    <FormDrawer
      keep="admin.facility.new"
      title={t('facilities.add')}
      size={520}
      save={t('facilities.add')}
      onClose={store.close}
      initialValues={initialValues}
      schema={schema}
      onSubmit={async (values) => {
        await store.create(values);
        toast.success(t('facilities.added', { name: values.companyName }));
      }}
    >
      <NameFields />
      <SelectField
        name="currency"
        label={t('facilities.column.currency')}
        required
        options={currencyChoices()}
        hint={t('facilities.currency.hint')}
      />
      <SelectField
        name="copyFrom"
        label={t('facilities.copyFrom')}
        clearable
        placeholder={t('facilities.copyFrom.none')}
        options={store.facilities.map(({ id, companyName }) => ({ value: id, label: companyName }))}
        hint={t('facilities.copyFrom.hint')}
      />
    </FormDrawer>
  );
});
