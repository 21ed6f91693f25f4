import { randomUUID } from 'node:crypto';
import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { MachineState } from '@sinter/sdk/contract/connectivity/states';

/** What of a reading is shown, and kept with the machine. */
export type Live = Pick<Reading, 'job' | 'progress' | 'layer' | 'layers' | 'secondsLeft' | 'temperatures' | 'material'>;

/** A reading as a driver has it. */
export interface Reported extends Reading {
  /** Of these the machine has not spoken since somebody listens: they are as they were. */
  untold?: readonly (keyof Live | 'alarm')[];
}

export interface Print {
  id: string;
  name: string;
  skipped: readonly string[];
}
export interface Alarm {
  id: string;
  code: string;
  text: string;
}

/** What is known of a machine. Times are epoch milliseconds. */
export interface Known {
  state: MachineState;
  vendorState: string;
  since: number;
  seenAt: number | null;
  live: Live;
  print: Print | null;
  alarm: Alarm | null;
}

/** What a reading says that was not known. */
export type Happening =
  | { kind: 'STATE'; state: MachineState; at: number }
  | { kind: 'ALARM'; alarm: Alarm; at: number }
  | { kind: 'ALARM_OVER'; id: string; at: number }
  | { kind: 'BEGAN'; print: Print; at: number }
  | { kind: 'PAUSED' | 'RESUMED'; printId: string }
  | { kind: 'SKIPPED'; printId: string; names: readonly string[] }
  | { kind: 'ENDED'; printId: string; finished: boolean; at: number };

export const nothing: Live = {
  ...{ job: null, progress: null, layer: null, layers: null, secondsLeft: null, temperatures: [], material: null },
};

/** A print that falls back so far was begun anew. */
const fallsBack = 0.5;
/** Some machines say nothing of the end but that they are idle again. */
const asGoodAsDone = 0.99;

type States = (vendorState: string) => MachineState | null;

/** What a machine is after a reading, and what has happened. A word that leads nowhere leaves the state as it is. Pure but for new ids. */
export function hear(
  before: Known,
  reading: Reported,
  states: States,
  now: number,
): { after: Known; happened: Happening[] } {
  const at = Math.min(reading.at ?? now, now);
  const state = states(reading.vendorState) ?? before.state;
  const last = <Name extends keyof Live>(name: Name): Live[Name] =>
    reading.untold?.includes(name) ? before.live[name] : reading[name];
  const live: Live = {
    ...{ job: last('job'), progress: last('progress'), layer: last('layer'), layers: last('layers') },
    ...{ secondsLeft: last('secondsLeft'), temperatures: last('temperatures'), material: last('material') },
  };
  const happened: Happening[] = [];
  const changed = state !== before.state;
  if (changed) happened.push({ kind: 'STATE', state, at });
  const after: Known = {
    ...before,
    ...{ state, live, vendorState: reading.vendorState, seenAt: now, since: changed ? at : before.since },
  };
  after.print = printAfter(before, after, reading, at, happened);
  after.alarm = alarmAfter(before, after, reading, at, happened);
  return { after, happened };
}

function printAfter(
  before: Known,
  { state, live }: Known,
  { skipped }: Reading,
  at: number,
  told: Happening[],
): Print | null {
  let { print } = before;
  const name = live.job ?? '';
  if (print && state === 'RUNNING') {
    const other = name !== '' && name !== print.name;
    const again = (before.live.progress ?? 0) - (live.progress ?? 1) > fallsBack;
    if (other || again) {
      told.push({ kind: 'ENDED', printId: print.id, finished: (before.live.progress ?? 0) >= asGoodAsDone, at });
      print = null;
    }
  }
  if (print && (state === 'IDLE' || state === 'FINISHED' || state === 'STOPPED')) {
    const reached = Math.max(live.progress ?? 0, before.live.progress ?? 0);
    told.push({
      ...{ kind: 'ENDED', printId: print.id, at },
      finished: state === 'FINISHED' || (state === 'IDLE' && reached >= asGoodAsDone),
    });
    return null;
  }
  if (!print && state === 'RUNNING') {
    print = { id: randomUUID(), name, skipped: [] };
    told.push({ kind: 'BEGAN', print, at });
  } else if (print && state !== before.state) {
    if (state === 'PAUSED') told.push({ kind: 'PAUSED', printId: print.id });
    else if (state === 'RUNNING') told.push({ kind: 'RESUMED', printId: print.id });
  }
  if (!print) return null;
  const { id, skipped: known } = print;
  const fresh = skipped.filter((each) => !known.includes(each));
  if (fresh.length === 0) return print;
  told.push({ kind: 'SKIPPED', printId: id, names: fresh });
  return { ...print, skipped: [...known, ...fresh] };
}

function alarmAfter(
  before: Known,
  { state, vendorState }: Known,
  reading: Reported,
  at: number,
  told: Happening[],
): Alarm | null {
  // Nobody knows whether it is over while nothing is heard.
  if (state === 'OFFLINE') return before.alarm;
  // The same, unless it was the state that was the alarm.
  if (reading.untold?.includes('alarm') && before.alarm && before.alarm.text !== '') return before.alarm;
  const now = reading.alarm ?? (state === 'ERROR' ? { code: vendorState, text: '' } : null);
  const { alarm } = before;
  if (now?.code === alarm?.code && (now?.text ?? '') === (alarm?.text ?? '')) return alarm;
  if (alarm) told.push({ kind: 'ALARM_OVER', id: alarm.id, at });
  if (!now) return null;
  const raised = { id: randomUUID(), ...now };
  told.push({ kind: 'ALARM', alarm: raised, at });
  return raised;
}

/** Nothing is heard of a machine any more. */
export function lost(before: Known, now: number): { after: Known; happened: Happening[] } {
  if (before.state === 'OFFLINE') return { after: before, happened: [] };
  return {
    after: { ...before, state: 'OFFLINE', since: now },
    happened: [{ kind: 'STATE', state: 'OFFLINE', at: now }],
  };
}
