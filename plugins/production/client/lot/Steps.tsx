import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { formatNumber } from '@sinter/sdk/i18n';
import { chosenInView, Link, StatusPill, useTexts } from '@sinter/sdk/ui';
import { lotPath } from '../paths.ts';
import { nameOf, toneOf } from '../words.ts';
import type { Staged } from './staged.ts';
import css from './lot.module.css';

interface StepsProps {
  lot: LotDetail;
  chosen: number | null;
  staged: ReadonlyMap<number, Staged>;
}

/** The way of a lot, with what each step has counted. */
export function Steps({ lot, chosen, staged }: StepsProps) {
  const t = useTexts();
  return (
    <ol className={css['steps']} aria-label={t('steps')}>
      {lot.steps.map((step) => {
        const { position, status, received, good, scrap, rework } = step;
        const parts = [
          t('steps.good', { good: formatNumber(good), received: formatNumber(received) }),
          ...(scrap > 0 ? [t('steps.scrap', { count: scrap })] : []),
          ...(rework > 0 ? [t('steps.rework', { count: rework })] : []),
        ];
        return (
          <li key={position}>
            <Link
              ref={position === chosen ? chosenInView : null}
              to={lotPath(lot.id, position)}
              aria-current={position === chosen ? 'step' : undefined}
              data-status={status}
            >
              <span className={css['place']} aria-hidden="true">
                {formatNumber(position + 1)}
              </span>
              <span className={css['stepText']}>
                <bdi>{nameOf(t, step)}</bdi>
                <StatusPill tone={toneOf[status]}>{t(`status.${status}`)}</StatusPill>
                {received > 0 && <span className={css['quiet']}>{parts.join(' · ')}</span>}
                {staged.has(position) && <span className={css['unsaved']}>{t('steps.staged')}</span>}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
