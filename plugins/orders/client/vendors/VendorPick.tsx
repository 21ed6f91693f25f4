import type { FittingVendor } from '@sinter/sdk/contract/orders/vendors';
import { useTexts } from '@sinter/sdk/ui';
import { RelationPill } from './RelationPill.tsx';
import css from './vendors.module.css';

interface VendorPickProps {
  vendors: readonly FittingVendor[];
  chosen: readonly number[];
  onChange: (facilityIds: number[]) => void;
}

/** Boxes by which facilities are chosen. */
export function VendorPick({ vendors, chosen, onChange }: VendorPickProps) {
  const t = useTexts();
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <ul className={css['list']} aria-label={t('vendor.pick')}>
      {vendors.map(({ facility, relation, location }) => (
        <li key={facility.id}>
          <label>
            <input type="checkbox" checked={chosen.includes(facility.id)} onChange={() => toggle(facility.id)} />
            <span className={css['line']}>
              <bdi>{facility.name}</bdi>
              <RelationPill relation={relation} />
              {location !== '' && <bdi className={css['quiet']}>{location}</bdi>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
