import { jobTypeSchema } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { groupings } from '../chart/rows.ts';
import type { Grouping } from '../chart/rows.ts';
import type { JobLimits } from '../jobs-list/JobsListStore.ts';
import { isDay, readRange } from '../../shared/dayRange.ts';
import type { Day, DayRange } from '../../shared/dayRange.ts';

export const views = ['week', 'day', 'list'] as const;
export type View = (typeof views)[number];
const news = ['job', 'downtime'] as const;

export interface Address {
  view: View;
  /** A day of what is shown; `null` for today. */
  day: Day | null;
  grouping: Grouping | null;
  /** The job in the drawer. */
  jobId: number | null;
  /** Asks for a new job with the parts of this order. */
  orderId: number | null;
  /** Asks for something new. */
  asked: 'job' | 'downtime' | null;
  /** What the list is limited to; no `range`: the week of the day. */
  list: Omit<JobLimits, 'range'> & { range: DayRange | null };
}

/** What cannot be read is left out. `from` alone is a day too: links to charts say it. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  const day = query.get('day') ?? query.get('from') ?? '';
  const type: Job['jobType'] | null = jobTypeSchema.options.find((each) => each === query.get('type')) ?? null;
  return {
    view: views.find((each) => each === query.get('view')) ?? 'week',
    day: isDay(day) ? day : null,
    grouping: groupings.find((each) => each === query.get('group')) ?? null,
    jobId: numberOf(query.get('job')),
    orderId: numberOf(query.get('order')),
    asked: news.find((each) => each === query.get('new')) ?? null,
    list: {
      range: readRange(query),
      equipmentId: numberOf(query.get('machine')),
      jobType: type,
      tagIds: (query.get('tag') ?? '').split(',').flatMap((id) => numberOf(id) ?? []),
      page: (numberOf(query.get('page')) ?? 1) - 1,
    },
  };
}

function numberOf(text: string | null): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : null;
}

export function writeAddress({ view, day, grouping, jobId, list }: Omit<Address, 'orderId' | 'asked'>): string {
  const said = {
    ...{ view, day, group: grouping, job: jobId },
    ...(view === 'list'
      ? {
          ...{ day: null, from: list.range?.from, to: list.range?.to },
          ...{
            machine: list.equipmentId,
            type: list.jobType,
            tag: list.tagIds.join(),
            page: list.page === 0 ? null : list.page + 1,
          },
        }
      : {}),
  };
  const present = Object.entries(said).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
  return `?${present.join('&')}`;
}
