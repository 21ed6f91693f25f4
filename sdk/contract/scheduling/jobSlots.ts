import { createSlot } from '../../plugin/slot.ts';

export interface JobSlotProps {
  job: { id: number; jobName: string; jobStatus: string; equipmentId: number };
}
/** A section at the end of what the schedule shows of a job. */
export const jobDrawer = createSlot<JobSlotProps>('scheduling/JobDrawer@1');
/** Buttons beside those of a job. */
export const jobActions = createSlot<JobSlotProps>('scheduling/JobActions@1');

export interface JobOutcomeProps {
  jobId: number;
  /** How many pieces of each part are marked good and failed: at least, and at most all others, are counted good. */
  onMarked: (parts: readonly { rfqCadFileId: number; good: number; failed: number }[]) => void;
}
/** What became of the single objects of a job that somebody is about to end: drawn above the counts of its parts. */
export const jobOutcome = createSlot<JobOutcomeProps>('scheduling/JobOutcome@1');

/** Where a job stands on a chart, in pixels of what is seen of the chart: from the side where time begins, and from above. */
export interface JobPlace {
  start: number;
  width: number;
  top: number;
  height: number;
}
export interface JobMarksProps {
  /** `null`: nothing of the job is seen now. Observed: who draws by it is drawn anew while the chart is moved. */
  placeOf: (jobId: number) => JobPlace | null;
}
/** Signs on jobs of a chart. Drawn once for all of them, above the bars; the pointer goes through unless a sign takes it. */
export const jobMarks = createSlot<JobMarksProps>('scheduling/JobMarks@1');
