import { createSlot } from '../../plugin/slot.ts';

export interface JobSlotProps {
  job: { id: number; jobName: string; jobStatus: string; equipmentId: number };
}
/** A section at the end of what the schedule shows of a job. */
export const jobDrawer = createSlot<JobSlotProps>('scheduling/JobDrawer@1');
/** Buttons beside those of a job. */
export const jobActions = createSlot<JobSlotProps>('scheduling/JobActions@1');
