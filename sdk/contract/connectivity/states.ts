import * as z from 'zod';

/** What a machine does, in our words. A connector's state map leads there from the words of its vendor. */
export const machineStateSchema = z.enum([
  'OFFLINE',
  'IDLE',
  'PREPARING',
  'RUNNING',
  'PAUSED',
  'FINISHED',
  'STOPPED',
  'ERROR',
]);
export type MachineState = z.infer<typeof machineStateSchema>;

/** Ways to listen to machines. `SIMULATOR` is no machine, and says so wherever it is seen. */
export const connectorTypeSchema = z.enum([
  'MTCONNECT',
  'OCTOPRINT',
  'MOONRAKER',
  'PRUSALINK',
  'FILE_DROP',
  'SIMULATOR',
]);
export type ConnectorType = z.infer<typeof connectorTypeSchema>;

/** What a driver asks for, and the words of its vendor. */
export interface DriverSettings {
  /** Whether it calls an address. */
  endpoint: boolean;
  secret: 'NONE' | 'OPTIONAL' | 'REQUIRED';
  /** How often it asks unless somebody says otherwise. */
  pollSeconds: number;
  /** One connector hears of several machines. */
  several: boolean;
  /** Where the vendor's words lead unless somebody says otherwise. */
  states: Readonly<Record<string, MachineState>>;
}

/** The drivers with their declared settings. */
export const drivers: Readonly<Record<ConnectorType, DriverSettings>> = {
  MTCONNECT: {
    ...{ endpoint: true, secret: 'NONE', pollSeconds: 2, several: true },
    states: {
      READY: 'IDLE',
      ACTIVE: 'RUNNING',
      WAIT: 'PREPARING',
      INTERRUPTED: 'PAUSED',
      FEED_HOLD: 'PAUSED',
      OPTIONAL_STOP: 'PAUSED',
      PROGRAM_STOPPED: 'PAUSED',
      STOPPED: 'STOPPED',
      PROGRAM_COMPLETED: 'FINISHED',
      EMERGENCY_STOP: 'ERROR',
      UNAVAILABLE: 'OFFLINE',
    },
  },
  OCTOPRINT: {
    ...{ endpoint: true, secret: 'REQUIRED', pollSeconds: 5, several: false },
    states: {
      Operational: 'IDLE',
      'Starting print from SD': 'PREPARING',
      Starting: 'PREPARING',
      Printing: 'RUNNING',
      'Printing from SD': 'RUNNING',
      Finishing: 'RUNNING',
      Resuming: 'RUNNING',
      Pausing: 'PAUSED',
      Paused: 'PAUSED',
      Cancelling: 'STOPPED',
      Error: 'ERROR',
      Offline: 'OFFLINE',
      'Offline after error': 'ERROR',
    },
  },
  MOONRAKER: {
    ...{ endpoint: true, secret: 'OPTIONAL', pollSeconds: 2, several: false },
    states: {
      standby: 'IDLE',
      printing: 'RUNNING',
      paused: 'PAUSED',
      complete: 'FINISHED',
      cancelled: 'STOPPED',
      error: 'ERROR',
      startup: 'PREPARING',
      shutdown: 'ERROR',
    },
  },
  PRUSALINK: {
    ...{ endpoint: true, secret: 'REQUIRED', pollSeconds: 5, several: false },
    states: {
      IDLE: 'IDLE',
      READY: 'IDLE',
      BUSY: 'PREPARING',
      PRINTING: 'RUNNING',
      PAUSED: 'PAUSED',
      FINISHED: 'FINISHED',
      STOPPED: 'STOPPED',
      ERROR: 'ERROR',
      ATTENTION: 'ERROR',
    },
  },
  FILE_DROP: {
    ...{ endpoint: false, secret: 'NONE', pollSeconds: 2, several: true },
    states: Object.fromEntries(machineStateSchema.options.map((state) => [state, state])),
  },
  SIMULATOR: {
    ...{ endpoint: false, secret: 'NONE', pollSeconds: 2, several: true },
    states: Object.fromEntries(machineStateSchema.options.map((state) => [state, state])),
  },
};
