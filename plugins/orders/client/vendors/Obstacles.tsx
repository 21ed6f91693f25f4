import type { JudgedVendors } from '@sinter/sdk/contract/orders/vendors';
import { formatNumber, formatSize } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import css from './vendors.module.css';

interface ObstaclesProps {
  judged: JudgedVendors;
  /** Names of the parts, in the order in which they were judged. */
  parts: readonly string[];
}

/** Why nobody makes all parts, part by part, and what to change. */
export function Obstacles({ judged: { obstacles }, parts }: ObstaclesProps) {
  const t = useTexts();
  const { together, kept } = obstacles;
  return (
    <ul className={css['list']}>
      {obstacles.parts.map(({ part, reason, size, largest }) => (
        <li key={part}>
          <strong>
            <bdi>{parts[part]}</bdi>
          </strong>{' '}
          {t(`vendor.obstacle.${reason}`, {
            size: size ? formatSize(size) : '',
            largest: largest ? formatSize(largest) : '',
          })}
        </li>
      ))}
      {together && <li>{t('vendor.obstacle.together')}</li>}
      {kept.map(({ reason, facilities }) => (
        <li key={reason}>{t(`vendor.kept.${reason}`, { count: facilities, facilities: formatNumber(facilities) })}</li>
      ))}
    </ul>
  );
}

/** Approved and own facilities that cannot make it, and what each lacks. */
export function Others({ judged: { others }, parts }: ObstaclesProps) {
  const t = useTexts();
  if (others.length === 0) return null;
  return (
    <details className={css['more']}>
      <summary>{t('vendor.others', { count: others.length })}</summary>
      <ul className={css['list']}>
        {others.map(({ facility, reasons }) => (
          <li key={facility.id}>
            <bdi>{facility.name}</bdi>
            <ul>
              {reasons.map(({ reason, parts: of }) => (
                <li key={reason} className={css['quiet']}>
                  {t(`vendor.lacks.${reason}`, { parts: of.map((part) => parts[part] ?? '').join(', ') })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
