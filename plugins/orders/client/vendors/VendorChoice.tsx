import { useEffect, useId } from 'react';
import { observer } from 'mobx-react-lite';
import type { SourcingType } from '@sinter/sdk/contract/orders/request';
import type { JudgedVendors } from '@sinter/sdk/contract/orders/vendors';
import { formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import type { PartLine } from '../request/PartLine.ts';
import { FittingStore } from './FittingStore.ts';
import { Obstacles, Others } from './Obstacles.tsx';
import { VendorPick } from './VendorPick.tsx';
import css from './vendors.module.css';

/**
 * Whom the buyer wants asked: `sourcing` goes with the order; with LINK3D the order waits until it is sent to
 * `facilityIds` (`orders.distribute`).
 */
export interface VendorChosen {
  sourcing: SourcingType | null;
  facilityIds: number[];
}

interface VendorChoiceProps {
  /** Facilities are judged by those that are ready. */
  lines: readonly Pick<PartLine, 'ordered' | 'file'>[];
  /** `null`: not answered. */
  exportControlled: boolean | null;
  value: VendorChosen;
  /** The facilities are chosen on the order's page. */
  later?: true;
  onChange: (value: VendorChosen) => void;
}

/** Whom an order goes to, before there is one: everybody who can make it, the own or approved ones, or those chosen. */
export default observer(function VendorChoice({ lines, exportControlled, value, later, onChange }: VendorChoiceProps) {
  const t = useTexts();
  const name = useId();
  const store = useStore((host) => new FittingStore(host));
  const ready = lines.flatMap(({ ordered, file }) => (ordered ? [{ ordered, name: file.preparation.fileName }] : []));
  const files = ready.map(({ ordered: { fileId, amProcessId, materialId, finishId } }) => ({
    fileId,
    amProcessId,
    materialId,
    finishId,
  }));
  // The same parts are asked about once.
  useEffect(() => store.ask({ exportControlled: exportControlled ?? true, files }));
  if (ready.length === 0 || exportControlled === null) return null;
  const { judged, error } = store;
  if (error) return <ErrorNotice subject={t('vendor.choice')} error={error} onRetry={store.retry} />;
  if (!judged) return <Loading />;
  const names = ready.map((part) => part.name);
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
              onChange={() => onChange({ sourcing, facilityIds: value.facilityIds })}
            />
            {t(`vendor.sourcing.${sourcing ?? 'ALL'}`, { count, facilities: formatNumber(count) })}
          </label>
        ))
      )}
      {value.sourcing === 'LINK3D' && later && <p>{t('vendor.later')}</p>}
      {value.sourcing === 'LINK3D' && !later && judged.vendors.length > 0 && (
        <div className={css['indented']}>
          <VendorPick
            vendors={judged.vendors}
            chosen={value.facilityIds}
            onChange={(facilityIds) => onChange({ sourcing: value.sourcing, facilityIds })}
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
