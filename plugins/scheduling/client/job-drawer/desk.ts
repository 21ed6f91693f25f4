import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { DowntimeValues } from '../downtime/downtimeValues.ts';
import type { Begun } from './entered.ts';
import type { Zone } from '../zone.ts';
import type { ChosenPart } from './chosenPart.ts';
import type { JobValues } from './jobValues.ts';

/** Where on the chart something new is put: instants. */
export interface Place {
  equipmentId: number;
  from: number;
  to: number;
}

/** A job as charts and lists have it. */
export type ShownJob = Pick<
  ChartJob,
  'id' | 'equipmentId' | 'jobName' | 'jobStatus' | 'fromDate' | 'toDate' | 'buildPlateUtilization' | 'jobNotes'
>;

/** What lies in the drawer. */
export type DrawerContent =
  | { kind: 'new'; orderId: number | null; parts?: readonly ChosenPart[]; place?: Place; begun?: Begun<JobValues> }
  | { kind: 'job'; job: ShownJob }
  | { kind: 'edit'; job: Job; begun?: Begun<JobValues> }
  | { kind: 'downtime'; place?: Place; begun?: Begun<DowntimeValues> }
  | { kind: 'editDowntime'; job: Job; begun?: Begun<DowntimeValues> };

/** What the drawer needs of the screen that it lies on. */
export interface JobDesk {
  readonly zone: Zone;
  /** `null` until they are there. */
  readonly equipments: readonly Equipment[] | null;
  /** Names of materials. */
  readonly materials: ReadonlyMap<number, string>;
  readonly facilityId: number | null;
  /** May the person plan, or only look? */
  readonly canPlan: boolean;
  readonly error: unknown;
  load(): void;
  open(content: DrawerContent): void;
  close(): void;
  /** A job was saved, or something was done to it. */
  changed(job: Job): void;
  /** Brings a job into view. */
  show(job: Job): void;
}
