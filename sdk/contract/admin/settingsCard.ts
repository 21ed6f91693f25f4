import { createSlot } from '../../plugin/slot.ts';

/**
 * A card among the settings of the facility, for who may configure it: what somebody wants to see of an app without opening its
 * own settings. Its label is its heading.
 */
export const settingsCard = createSlot<object>('admin/SettingsCard@1');
