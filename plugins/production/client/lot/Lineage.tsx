import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { Link, useTexts } from '@sinter/sdk/ui';
import { lostWhere } from '../outcome/remade.ts';
import { lotPath } from '../paths.ts';
import css from './lot.module.css';

/** Where its pieces came from and went to. */
export default function Lineage({ lot: { from, to } }: { lot: LotDetail }) {
  const t = useTexts();
  const lines = [...from.map((line) => ({ ...line, way: 'from' })), ...to.map((line) => ({ ...line, way: 'to' }))];
  return (
    <section className={css['lineage']} aria-label={t('lineage')}>
      <h2>{t('lineage')}</h2>
      <ul>
        {lines.map(({ way, how, lotId, number, quantity, ...lost }, index) => (
          <li key={`${way} ${how} ${lotId} ${index}`}>
            {t(`lineage.${way}.${how}`, { count: quantity })}{' '}
            <Link to={lotPath(lotId)}>{t('lot.named', { number })}</Link>
            {how === 'REMAKE' && <bdi className={css['told']}>{lostWhere(t, lost)}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  );
}
