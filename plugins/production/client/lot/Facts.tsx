import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { formatNumber } from '@sinter/sdk/i18n';
import { DueMarker, Link, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import css from './lot.module.css';

/** What is made, for which order, and until when. */
export function Facts({ lot }: { lot: LotDetail }) {
  const t = useTexts();
  const made = [lot.process, lot.material, lot.color, lot.finish].filter(Boolean).join(' · ');
  return (
    <div className={css['facts']}>
      <Thumbnail src={lot.thumbnail?.fileURL ?? null} alt={lot.part} size={96} />
      <div className={css['named']}>
        <bdi className={css['part']}>{lot.part}</bdi>
        <span>
          <Link to={`/order-details/${lot.orderId}`}>
            #{lot.orderId} <bdi>{lot.orderTitle}</bdi>
          </Link>
        </span>
        <bdi className={css['quiet']}>{made}</bdi>
      </div>
      <dl>
        <div>
          <dt>{t('lot.quantity')}</dt>
          <dd className={css['number']}>{formatNumber(lot.quantity)}</dd>
        </div>
        <div>
          <dt>{t('lot.due')}</dt>
          <dd>{lot.dueAt === null ? '–' : <DueMarker date={lot.dueAt} />}</dd>
        </div>
        {lot.priority && (
          <div>
            <dt>{t('lot.priority')}</dt>
            <dd>
              <ColorLabel {...lot.priority} />
            </dd>
          </div>
        )}
        {lot.jobName !== '' && (
          <div>
            <dt>{t('lot.job')}</dt>
            <dd>
              <bdi>{[lot.jobName, lot.machine].filter(Boolean).join(' · ')}</bdi>
            </dd>
          </div>
        )}
        {lot.controlled && (
          <div>
            <dt>{t('lot.controlled')}</dt>
            <dd>{t('lot.controlled.yes')}</dd>
          </div>
        )}
        {lot.notes !== '' && (
          <div className={css['notes']}>
            <dt>{t('lot.notes')}</dt>
            <dd dir="auto">{lot.notes}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
