import { formatDateTime } from '@sinter/sdk/i18n';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { toneOf } from '../status.ts';
import { cutNotes, formatUtilization, formatWindow } from '../texts.ts';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { isInConflict } from './lane.ts';
import css from './hoverBox.module.css';

const boxWidth = 320;
const gap = 14;

/** Beside the pointer: what the job under it is. */
export const HoverBox = observer(function HoverBox({ store }: { store: ChartStore }) {
  const t = useTexts();
  if (!store.hover) return null;
  const { job, x, y } = store.hover;
  const start = x + gap + boxWidth > store.width ? x - gap - boxWidth : x + gap;
  const below = y < store.height / 2;
  const { dueDate } = job;
  const due = dueDate === null ? null : formatDateTime(dueDate, store.zone.name);
  const late = dueDate !== null && Number(job.toDate) > Number(dueDate);
  const facts: [name: string, text: string | number | null][] = [
    [t('job.id'), job.id],
    [t('job.parts'), job.parts || null],
    [t('job.time'), formatWindow(store.zone, job)],
    [t('job.due'), due],
    [t('job.utilization'), job.buildPlateUtilization === null ? null : formatUtilization(job.buildPlateUtilization)],
    [t('job.notes'), cutNotes(job) || null],
  ];
  return (
    <div
      role="tooltip"
      className={css['hover']}
      style={{
        insetInlineStart: `max(calc(var(--machine-column) + ${start}px), 8px)`,
        top: axisHeight + y + (below ? gap : -gap),
        width: boxWidth,
        transform: below ? undefined : 'translateY(-100%)',
      }}
    >
      <strong>
        <bdi>{job.jobName}</bdi>
      </strong>
      <StatusPill tone={toneOf[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>
      <dl>
        {facts.map(
          ([name, text]) =>
            text !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      {isInConflict(store.table.lane(job.equipmentId), job) && <p>{t('chart.clash')}</p>}
      {late && due !== null && <p>{t('chart.late', { date: due })}</p>}
    </div>
  );
});
