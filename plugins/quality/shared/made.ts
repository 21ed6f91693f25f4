import { statusGroups } from '@sinter/sdk/contract/orders/rows';

/** Of orders that a facility makes or has made, as it sees them: something of them may not conform. */
export const made: readonly string[] = [
  ...statusGroups.AWARDED,
  ...statusGroups.SHIPPED,
  ...statusGroups.DONE,
  'ON_HOLD',
  'ARCHIVED',
];
