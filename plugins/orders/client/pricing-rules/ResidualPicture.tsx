import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import css from './pricingRules.module.css';

const [width, height, edge] = [132, 36, 4];
/** Twice and half of what was estimated are as far from it. */
const most = Math.log(2.2);

/** Each of the last builds as a point, above the line what took longer than estimated; the line is the factor. */
export function ResidualPicture({ shares, factor }: { shares: readonly number[]; factor: number }) {
  const t = useTexts();
  if (shares.length === 0) return <>–</>;
  const y = (share: number) => {
    const residual = Math.min(Math.max(Math.log(share), -most), most);
    return height / 2 - (residual / most) * (height / 2 - edge);
  };
  const x = (index: number) =>
    shares.length === 1 ? width / 2 : edge + (index * (width - 2 * edge)) / (shares.length - 1);
  const said = shares.map((share) => formatNumber(share, 2)).join('; ');
  return (
    <svg
      className={css['picture']}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={t('accuracy.picture', { values: said })}
    >
      <line className={css['estimated']} x1={0} x2={width} y1={y(1)} y2={y(1)} />
      <line className={css['learned']} x1={0} x2={width} y1={y(factor)} y2={y(factor)} />
      {shares.map((share, index) => (
        <circle key={index} cx={x(index)} cy={y(share)} r={2.2} />
      ))}
    </svg>
  );
}
