import { createSlot } from '../../plugin/slot.ts';

/**
 * The facility profile: what this site is and can do. A contribution draws one `Section` or several below the facility's
 * own, for somebody who may configure the facility.
 */
export const facilityProfile = createSlot<object>('admin/FacilityProfile@1');
