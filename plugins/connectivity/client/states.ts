import type { MachineState } from '@sinter/sdk/contract/connectivity/states';
import type { Tone } from '@sinter/sdk/ui';

/** Colors of states; their words say the same. */
export const stateTones: Readonly<Record<MachineState, Tone>> = {
  OFFLINE: 'grey',
  IDLE: 'grey',
  PREPARING: 'blue',
  RUNNING: 'green',
  PAUSED: 'amber',
  FINISHED: 'blue',
  STOPPED: 'red',
  ERROR: 'red',
};
