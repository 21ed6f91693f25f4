import { lazy, Suspense, useState } from 'react';
import { Button, Radio } from 'antd';
import { observer } from 'mobx-react-lite';
import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import { ErrorNotice, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { AddressText } from '../AddressText.tsx';
import { AddressesStore } from './AddressesStore.ts';
import { needs, shows } from '../request/AskedForm.ts';
import { same } from './content.ts';
import type { RequestStore } from './RequestStore.ts';
import css from './orderCreate.module.css';

const VendorChoice = lazy(() => import('../vendors/VendorChoice.tsx'));
const DateOffers = lazy(() => import('../dates/DateOffers.tsx'));
const AddressDrawer = lazy(() => import('./AddressDrawer.tsx'));

/** Where the parts go, who is asked for them, and until when they can be there. The order keeps the address as it is now, whatever becomes of it later. */
export const Delivery = observer(function Delivery({ store }: { store: RequestStore }) {
  const t = useTexts();
  const known = useStore((host) => new AddressesStore(host));
  const [adding, setAdding] = useState(false);
  const { deliveryAddress } = store.fields;
  if (known.error) return <ErrorNotice subject={t('create.address')} error={known.error} onRetry={known.retry} />;
  if (!known.addresses) return <Loading />;
  const saved = known.addresses.map((address) => postalAddressSchema.parse(address));
  const all =
    deliveryAddress && !saved.some((each) => same(each, deliveryAddress)) ? [deliveryAddress, ...saved] : saved;
  const chosen = all.findIndex((each) => same(each, deliveryAddress));
  const addressed = shows(store.parts.asked.form, 'deliveryAddress');
  return (
    <>
      {addressed && (
        <>
          {all.length === 0 && <p>{t('create.address.none')}</p>}
          <Radio.Group
            className={css['addresses']}
            aria-label={t('create.address')}
            value={chosen}
            onChange={(event) => store.change({ deliveryAddress: all[Number(event.target.value)] ?? null })}
          >
            {all.map((address, index) => (
              <Radio key={JSON.stringify(address)} value={index}>
                <AddressText address={address} />
              </Radio>
            ))}
            {!needs(store.parts.asked.form, 'deliveryAddress') && <Radio value={-1}>{t('create.address.later')}</Radio>}
          </Radio.Group>
          <div>
            <Button onClick={() => setAdding(true)}>{t('create.address.add')}</Button>
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {(store.parts.asked.form?.sourcing ?? null) === null && (
          <VendorChoice
            lines={store.parts.shown}
            exportControlled={store.parts.exportControlled}
            value={{ sourcing: store.fields.sourcing, facilityIds: [] }}
            later
            onChange={({ sourcing }) => store.change({ sourcing })}
          />
        )}
        {store.parts.pricesShown && <DateOffers offers={store.parts.dates} />}
      </Suspense>
      {adding && (
        <Suspense fallback={null}>
          <AddressDrawer
            store={known}
            first={all.length === 0}
            onSaved={(address) => store.change({ deliveryAddress: address })}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
});
