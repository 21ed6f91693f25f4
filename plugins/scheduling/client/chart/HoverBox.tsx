import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { toneOf } from '../status.ts';
import { cutNotes, formatUtilization, formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import css from './chart.module.css';

const boxWidth = 290;
const gap = 14;

/** Beside the pointer: what the job under it is. */
export const HoverBox = observer(function HoverBox({ store, zone }: { store: ChartStore; zone: Zone }) {
  const t = useTexts();
  if (!store.hover) return null;
  const { job, x, y } = store.hover;
  const left = x + gap + boxWidth > store.width ? x - gap - boxWidth : x + gap;
  const below = y < store.height / 2;
  const top = axisHeight + y + (below ? gap : -gap);
  return (
    <div
      className={css['hover']}
      style={{
        left: `max(calc(var(--machine-column) + ${left}px), 8px)`,
        top,
        width: boxWidth,
        transform: below ? undefined : 'translateY(-100%)',
      }}
    >
      <strong>{job.jobName}</strong>
      <StatusPill tone={toneOf[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>
      <dl>
        <dt>{t('job.id')}</dt>
        <dd>{job.id}</dd>
        <dt>{t('job.time')}</dt>
        <dd>{formatWindow(zone, job)}</dd>
        {job.buildPlateUtilization !== null && (
          <>
            <dt>{t('job.utilization')}</dt>
            <dd>{formatUtilization(job.buildPlateUtilization)}</dd>
          </>
        )}
        {job.jobNotes !== '' && (
          <>
            <dt>{t('job.notes')}</dt>
            <dd>{cutNotes(job)}</dd>
          </>
        )}
      </dl>
    </div>
  );
});
