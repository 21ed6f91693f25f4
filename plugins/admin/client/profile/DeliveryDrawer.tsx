import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { toast, useTexts } from '@sinter/sdk/ui';
import { SwitchField } from '@sinter/sdk/ui/form';
import type { Country } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { addressSchema, noAddress } from './address.ts';
import { AddressFields } from './AddressFields.tsx';
import type { DeliveryAddress, DeliveryList } from './deliveries.ts';

interface DeliveryDrawerProps {
  store: DeliveryList;
  countries: readonly Country[];
  /** `null`: a new one. */
  address: DeliveryAddress | null;
  /** There are no others yet. */
  first: boolean;
}

export default observer(function DeliveryDrawer({ store, countries, address, first }: DeliveryDrawerProps) {
  const t = useTexts();
  const schema = z.object({ ...addressSchema(t).shape, isDefault: z.boolean() });
  const { id, ...present } = address ?? { ...noAddress, isDefault: first, id: undefined };
  return (
    <FormDrawer
      keep={`admin.delivery.${id ?? 'new'}`}
      title={t(address ? 'profile.delivery.edit' : 'profile.delivery.add')}
      size={560}
      onClose={store.close}
      initialValues={present}
      schema={schema}
      onSubmit={async (values) => {
        await store.save({ ...values, ...(id === undefined ? {} : { id }) });
        toast.success(t('profile.delivery.saved'));
      }}
    >
      <AddressFields prefix="" countries={countries} withContact required />
      {address?.isDefault !== true && (
        <SwitchField
          name="isDefault"
          label={t('profile.delivery.isDefault')}
          hint={t('profile.delivery.isDefault.hint')}
        />
      )}
    </FormDrawer>
  );
});
