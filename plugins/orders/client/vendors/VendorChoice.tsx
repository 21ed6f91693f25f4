import { useEffect, useId } from 'react';
import { observer } from 'mobx-react-lite';
import type { SourcingType } from '@sinter/sdk/contract/orders/request';
import type { JudgedVendors } from '@sinter/sdk/contract/orders/vendors';
import { formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { FittingStore, type AskedParts } from './FittingStore.ts';
import { Obstacles, Others } from './Obstacles.tsx';
import { VendorPick } from './VendorPick.tsx';
import css from './vendors.module.css';

/**
 * Whom the buyer wants asked: `sourcing` goes with the order; with LINK3D the order waits until it is sent to
 * `facilityIds` (`orders.distribute`).
 */
export interface VendorChosen {
  sourcing: SourcingType | null;
  facilityIds: readonly number[];
}

interface VendorChoiceProps {
  /** The parts that are ready, each with its name; facilities are judged by all of them. */
  parts: readonly (AskedParts['files'][number] & { name: string })[];
  exportControlled: boolean;
  value: VendorChosen;
  onChange: (value: VendorChosen) => void;
}

/** Whom an order goes to, before there is one: everybody who can make it, the own or approved ones, or those chosen. */
export const VendorChoice = observer(function VendorChoice({
  parts,
  exportControlled,
  value,
  onChange,
}: VendorChoiceProps) {
  const t = useTexts();
  const name = useId();
  const store = useStore((host) => new FittingStore(host));
  const files = parts.map(({ name: _, ...file }) => file);
  // The same parts are asked about once.
  useEffect(() => store.ask({ exportControlled, files }));
  if (parts.length === 0) return null;
  const { judged, error } = store;
  if (error) return <ErrorNotice subject={t('vendor.choice')} error={error} onRetry={store.retry} />;
  if (!judged) return <Loading />;
  const names = parts.map((part) => part.name);
  return (
    <fieldset className={css['choice']}>
      <legend>{t('vendor.choice')}</legend>
      {judged.vendors.length === 0 ? (
        <>
          <p>{t('vendor.nobody')}</p>
          <Obstacles judged={judged} parts={names} />
        </>
      ) : (
        offeredBy(judged, value.sourcing).map(({ sourcing, count }) => (
          <label key={String(sourcing)}>
            <input
              type="radio"
              name={name}
              checked={value.sourcing === sourcing}
              onChange={() => onChange({ ...value, sourcing })}
            />
            {t(`vendor.sourcing.${sourcing ?? 'ALL'}`, { count, facilities: formatNumber(count) })}
          </label>
        ))
      )}
      {value.sourcing === 'LINK3D' && judged.vendors.length > 0 && (
        <div className={css['indented']}>
          <VendorPick
            vendors={judged.vendors}
            chosen={value.facilityIds}
            onChange={(facilityIds) => onChange({ ...value, facilityIds })}
          />
        </div>
      )}
      <Others judged={judged} parts={names} />
    </fieldset>
  );
});

/** Own and approved facilities are offered where there are any that can make it, or when they are chosen already. */
function offeredBy({ vendors }: JudgedVendors, chosen: SourcingType | null) {
  const of = (relation: string) => vendors.filter((vendor) => vendor.relation === relation).length;
  const choices: { sourcing: SourcingType | null; count: number }[] = [
    { sourcing: null, count: vendors.length },
    { sourcing: 'INTERNAL_FACILITY', count: of('INTERNAL') },
    { sourcing: 'APPROVED_VENDORS', count: of('PRIVATE') },
    { sourcing: 'LINK3D', count: vendors.length },
  ];
  return choices.filter(({ sourcing, count }) => count > 0 || sourcing === chosen);
}
