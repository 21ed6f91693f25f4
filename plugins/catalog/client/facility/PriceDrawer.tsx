import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { toast, useTexts } from '@sinter/sdk/ui';
import type { Facility, KeptMaterial } from './Facility.ts';
import type { MaterialsStore } from './MaterialsStore.ts';
import { PriceForm } from './PriceForm.tsx';
import { Properties } from './Properties.tsx';

interface PriceDrawerProps {
  store: MaterialsStore;
  facility: Facility;
  material: KeptMaterial;
}

/** The price of a material that is kept. */
export default observer(function PriceDrawer({ store, facility, material }: PriceDrawerProps) {
  const t = useTexts();
  const [unsaved, setUnsaved] = useState(false);
  return (
    <SideDrawer title={material.name} size={460} unsaved={unsaved} onClose={store.close}>
      <PriceForm
        materialId={material.id}
        currency={facility.currency}
        price={material.pricePerKg}
        onDirty={setUnsaved}
        onSave={async (price) => {
          await store.keep(material.id, price);
          store.close();
          toast.success(t('facility.price.saved', { name: material.name }));
        }}
      />
      <Properties material={material} />
    </SideDrawer>
  );
});
