import type { useTexts } from '@sinter/sdk/ui';
import { currentLocale, formatDateTime } from '@sinter/sdk/i18n';
import { formatWindow } from '../texts.ts';
import type { ChartStore } from './ChartStore.ts';
import type { Draft } from './EditStore.ts';
import { isInConflict } from './lane.ts';
import type { Planner } from './Planner.ts';

export type Texts = ReturnType<typeof useTexts>;

/** The job under the keyboard, in words; empty for none. */
export function describeJob(t: Texts, { chart, cursor }: Planner): string {
  const { job, lane, line, position } = cursor;
  if (!job || !lane || line?.kind !== 'machine') return '';
  const text = t('chart.position', {
    ...{ machine: line.row.name, job: job.jobName, status: t(`status.${job.jobStatus}`) },
    ...{ time: formatWindow(chart.zone, job), place: position + 1, count: lane.size },
  });
  const { dueDate } = job;
  const late = dueDate !== null && Number(job.toDate) > Number(dueDate);
  return [
    text,
    ...(isInConflict(lane, job) ? [t('chart.clash')] : []),
    ...(late ? [t('chart.late', { date: formatDateTime(dueDate, chart.zone.name) })] : []),
  ].join(' ');
}

/** Where what is moved would come to stand. */
export function describeDraft(t: Texts, store: ChartStore, draft: Draft): string {
  const machine = store.rows.find(({ machineId }) => machineId === draft.machineId)?.name ?? '';
  const time = formatWindow(store.zone, { fromDate: String(draft.from), toDate: String(draft.to) });
  return t('chart.draft', { job: draft.label || t('job.new'), machine, time });
}

const percents = new Map<string, Intl.NumberFormat>();

/** `63%`. Kept by language: making a format costs more than the rest of a row. */
export function formatShare(share: number): string {
  const locale = currentLocale();
  let percent = percents.get(locale);
  if (!percent) {
    percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    percents.set(locale, percent);
  }
  return percent.format(share);
}
