import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import type { Material } from './Facility.ts';
import { Source } from './Source.tsx';
import css from './facility.module.css';

/** What the maker measured, and where that was read. */
export function Properties({ material: { density, properties, source, own } }: { material: Material }) {
  const t = useTexts();
  const { tensileStrengthMpa, tensileModulusMpa, elongationAtBreakPercent, heatDeflectionC, hardness } = properties;
  const at = properties.heatDeflectionAt;
  const facts: [label: string, value: string | null][] = [
    [t('facility.density'), `${formatNumber(density, 2)} g/cm³`],
    [t('facility.tensileStrength'), unit(tensileStrengthMpa, 'MPa')],
    [t('facility.tensileModulus'), unit(tensileModulusMpa, 'MPa')],
    [t('facility.elongation'), unit(elongationAtBreakPercent, '%')],
    [
      at === null ? t('facility.heatDeflection') : t('facility.heatDeflection.at', { load: formatNumber(at, 2) }),
      unit(heatDeflectionC, '°C'),
    ],
    [t('facility.hardness'), hardness],
  ];
  return (
    <div className={css['properties']}>
      <dl>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={css['quiet']}>{own ? t('facility.own.text') : <Source source={source} />}</p>
    </div>
  );
}

const unit = (value: number | null, symbol: string): string | null =>
  value === null ? null : `${formatNumber(value, 2)} ${symbol}`;
