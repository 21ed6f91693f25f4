import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { PostalAddress } from '@sinter/sdk/contract/host/addresses';
import { toast, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { CountryField, PhoneField, SwitchField, TextField } from '@sinter/sdk/ui/form';
import type { AddressesStore } from './AddressesStore.ts';

interface AddressDrawerProps {
  store: AddressesStore;
  /** There are no others yet. */
  first: boolean;
  onSaved: (address: PostalAddress) => void;
  onClose: () => void;
}

/** A new delivery address, which is there for the next order too. */
export default observer(function AddressDrawer({ store, first, onSaved, onClose }: AddressDrawerProps) {
  const t = useTexts();
  store.askCountries();
  const { countries } = store;
  const line = (longest: number) => z.string().trim().max(longest);
  const needed = t('address.needed');
  const schema = z.object({
    companyName: line(200),
    contactName: line(200),
    phone: line(40),
    line1: line(200).min(1, needed),
    line2: line(200),
    city: line(100).min(1, needed),
    region: line(100),
    postalCode: line(20),
    countryCode: z.string().min(2, needed),
    isDefault: z.boolean(),
  });
  const empty = {
    ...{ companyName: '', contactName: '', phone: '', line1: '', line2: '', city: '', region: '', postalCode: '' },
    ...{ countryCode: '', isDefault: first },
  };
  const field = (name: string) => ({ name, label: t(`address.${name}`) });
  return (
    <FormDrawer
      keep="orders.address.new"
      title={t('create.address.add')}
      size={560}
      onClose={onClose}
      initialValues={empty}
      schema={schema}
      onSubmit={async ({ isDefault, ...address }) => {
        onSaved(await store.add(address, isDefault));
        toast.success(t('create.address.saved'));
        onClose();
      }}
    >
      <TextField {...field('companyName')} maxLength={200} autoComplete="organization" />
      <TextField {...field('contactName')} maxLength={200} autoComplete="name" />
      <TextField {...field('line1')} required maxLength={200} autoComplete="address-line1" />
      <TextField {...field('line2')} maxLength={200} autoComplete="address-line2" />
      <TextField {...field('postalCode')} maxLength={20} autoComplete="postal-code" />
      <TextField {...field('city')} required maxLength={100} autoComplete="address-level2" />
      <TextField {...field('region')} maxLength={100} autoComplete="address-level1" />
      <CountryField {...field('countryCode')} required countries={countries} />
      <PhoneField {...field('phone')} countries={countries} />
      {!first && <SwitchField {...field('isDefault')} />}
    </FormDrawer>
  );
});
