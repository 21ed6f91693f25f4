import * as z from 'zod';
import { mqttFields, mqttSource, opcuaFields, opcuaSource, type DriverField } from './fields.ts';

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
  'MQTT',
  'OPC_UA',
  'FILE_DROP',
  'SIMULATOR',
]);
export type ConnectorType = z.infer<typeof connectorTypeSchema>;

/** What a driver asks for, and the words of its vendor. */
export interface DriverSettings {
  /** How the addresses begin that it calls; none: it calls nobody. */
  schemes: readonly string[];
  /** An address as it may be. */
  example: string;
  secret: 'NONE' | 'OPTIONAL' | 'REQUIRED';
  /** How people call its secret. */
  secretIs: 'KEY' | 'PASSWORD';
  /** It may show a certificate of its own to whom it calls. */
  certificate: boolean;
  /** What else it is told of what it calls. */
  fields: readonly DriverField[];
  /** What it is told of each machine; none: machines name themselves. */
  source: readonly DriverField[];
  /** It asks, and does not wait until it is told. */
  asks: boolean;
  /** How often it asks unless somebody says otherwise. */
  pollSeconds: number;
  /** One connector hears of several machines. */
  several: boolean;
  /** Where the vendor's words lead unless somebody says otherwise. */
  states: Readonly<Record<string, MachineState>>;
}

const plain = { secretIs: 'KEY', certificate: false, fields: [], source: [], asks: true } as const;
const web = { ...plain, schemes: ['http', 'https'], example: 'http://10.0.0.12:5000' } as const;
const alone = { ...plain, schemes: [], example: '' } as const;
/** Of those who can say it in our words. */
const ours = Object.fromEntries(machineStateSchema.options.map((state) => [state, state]));

const oursHoweverWritten = {
  ...ours,
  ...Object.fromEntries(machineStateSchema.options.map((state) => [state.toLowerCase(), state])),
};
/** Of those who tell what happens, one thing after the other. */
const told = { secret: 'OPTIONAL', secretIs: 'PASSWORD', asks: false, pollSeconds: 1, several: true } as const;

/** The drivers with their declared settings. */
export const drivers: Readonly<Record<ConnectorType, DriverSettings>> = {
  MTCONNECT: {
    ...web,
    ...{ secret: 'NONE', pollSeconds: 2, several: true },
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
    ...web,
    ...{ secret: 'REQUIRED', pollSeconds: 5, several: false },
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
    ...web,
    ...{ secret: 'OPTIONAL', pollSeconds: 2, several: false },
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
    ...web,
    ...{ secret: 'REQUIRED', pollSeconds: 5, several: false },
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
  MQTT: {
    ...{ ...told, schemes: ['mqtt', 'mqtts'], example: 'mqtt://10.0.0.12:1883' },
    ...{ certificate: true, fields: mqttFields, source: mqttSource },
    states: oursHoweverWritten,
  },
  OPC_UA: {
    ...{ ...told, schemes: ['opc.tcp'], example: 'opc.tcp://10.0.0.12:4840' },
    ...{ certificate: false, fields: opcuaFields, source: opcuaSource },
    // Where the server cannot say what the machine does.
    states: { ...oursHoweverWritten, UNAVAILABLE: 'OFFLINE' },
  },
  FILE_DROP: {
    ...alone,
    ...{ secret: 'NONE', pollSeconds: 2, several: true },
    states: ours,
  },
  SIMULATOR: {
    ...alone,
    ...{ secret: 'NONE', pollSeconds: 2, several: true },
    states: ours,
  },
};
