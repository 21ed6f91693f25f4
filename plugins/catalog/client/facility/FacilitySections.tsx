import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, Section, usePlugin, useTexts, useStore } from '@sinter/sdk/ui';
import { Facility } from './Facility.ts';
import { Finishing } from './Finishing.tsx';
import { FinishingStore } from './FinishingStore.ts';
import { Machines } from './Machines.tsx';
import { MachinesStore } from './MachinesStore.ts';
import { Materials } from './Materials.tsx';
import { MaterialsStore } from './MaterialsStore.ts';
import css from './facility.module.css';

/** What the facility makes parts with: its machines, its materials, its finishing. */
export default observer(function FacilitySections() {
  const t = useTexts();
  const host = usePlugin();
  const facility = useStore(() => new Facility(host));
  const [stores] = useState(() => ({
    machines: new MachinesStore(host, facility),
    materials: new MaterialsStore(host, facility),
  }));
  const finishing = useStore(() => new FinishingStore(host));
  return (
    <div className={css['sections']}>
      {facility.error === null ? (
        <>
          <Section title={t('facility.machines')}>
            <Machines store={stores.machines} facility={facility} />
          </Section>
          <Section title={t('facility.materials')}>
            <Materials store={stores.materials} facility={facility} />
          </Section>
        </>
      ) : (
        <ErrorNotice subject={t('facility.title')} error={facility.error} onRetry={facility.retry} />
      )}
      <Section title={t('facility.finishing')}>
        <Finishing store={finishing} />
      </Section>
    </div>
  );
});
