import { createSlot } from './slot.ts';

/** A section at the end of a person's own profile, for what an area keeps of them. */
export const shellProfile = createSlot<object>('shell/Profile@1');
