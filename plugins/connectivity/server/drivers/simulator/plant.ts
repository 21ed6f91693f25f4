import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { MachineState } from '@sinter/sdk/contract/connectivity/states';

/** What a simulated machine does for how many seconds. */
interface Step {
  state: MachineState;
  seconds: number;
  alarm?: { code: string; text: string };
}

/** One of a dozen that build what nobody holds in their hands. */
export interface SimulatedMachine {
  name: string;
  job: string;
  layers: number;
  material: string;
  /** °C. */
  bed: number;
  /** What was recorded of it, played again and again. */
  feed: readonly Step[];
}

const prints = (seconds: number): Step => ({ state: 'RUNNING', seconds });
const idle = (seconds: number): Step => ({ state: 'IDLE', seconds });
const warm: Step = { state: 'PREPARING', seconds: 40 };
const done = (seconds: number): Step => ({ state: 'FINISHED', seconds });

const plain: readonly Step[] = [warm, prints(900), done(120), idle(60)];
const feeds: readonly (readonly Step[])[] = [
  plain,
  [warm, prints(300), { state: 'PAUSED', seconds: 60 }, prints(400), done(90), idle(90)],
  [
    warm,
    prints(260),
    { state: 'ERROR', seconds: 80, alarm: { code: 'T-104', text: 'Chamber too cold' } },
    prints(500),
    done(60),
    idle(60),
  ],
  [warm, prints(420), { state: 'OFFLINE', seconds: 70 }, prints(300), done(60), idle(120)],
  [
    warm,
    prints(350),
    { state: 'STOPPED', seconds: 90, alarm: { code: 'R-7', text: 'Recoater has hit a part' } },
    idle(120),
  ],
  [
    warm,
    prints(700),
    { state: 'PAUSED', seconds: 30, alarm: { code: 'M-2', text: 'Material is running out' } },
    prints(200),
    done(90),
  ],
];

const materials = ['PA 12', 'Ti-6Al-4V', 'AlSi10Mg', 'PLA', 'ASA', 'Clear resin'] as const;

export const simulatedMachines: readonly SimulatedMachine[] = Array.from({ length: 12 }, (_, index) => ({
  name: `SIM-${String(index + 1).padStart(2, '0')}`,
  job:
    ['impeller-set', 'bracket-plate', 'housing-lid', 'lattice-test', 'gear-train', 'nozzle-array'][index % 6] ??
    'plate',
  layers: 600 + index * 150,
  material: materials[index % 6] ?? 'PA 12',
  bed: [172, 200, 180, 60, 100, 35][index % 6] ?? 60,
  feed: feeds[index % 6] ?? plain,
}));

const lengthOf = (feed: readonly Step[]): number => feed.reduce((sum, { seconds }) => sum + seconds, 0);
const builds = ({ state }: Step): boolean => state === 'RUNNING';

/** What a machine does at a moment: always the same for the same moment, so that two who ask hear the same. */
export function simulatedReading(machine: SimulatedMachine, index: number, now: number, speed = 1): Reading {
  const { feed } = machine;
  const length = lengthOf(feed);
  // Each at another place of its feed.
  const played = (now / 1000) * speed + index * 137;
  const round = Math.floor(played / length);
  let left = played % length;
  let printed = 0;
  let step = feed[0] ?? idle(1);
  for (const each of feed) {
    step = each;
    if (left < each.seconds) break;
    if (builds(each)) printed += each.seconds;
    left -= each.seconds;
  }
  if (builds(step)) printed += left;
  // One that is stopped would have gone on.
  const unbuilt = feed.some(({ state }) => state === 'STOPPED') ? 300 : 0;
  const whole = feed.filter(builds).reduce((sum, { seconds }) => sum + seconds, unbuilt);
  const busy = step.state !== 'IDLE' && step.state !== 'OFFLINE';
  const share = step.state === 'FINISHED' ? 1 : whole === 0 ? 0 : Math.min(1, printed / whole);
  const ripple = Math.sin(now / 5000 + index);
  const hot = busy && step.state !== 'FINISHED';
  return {
    machine: machine.name,
    vendorState: step.state,
    job: busy ? `${machine.job}-${round % 1000}` : null,
    progress: busy ? share : null,
    layer: busy ? Math.floor(share * machine.layers) : null,
    layers: busy ? machine.layers : null,
    secondsLeft: busy ? Math.max(0, Math.round((whole - printed) / speed)) : null,
    temperatures: [
      { name: 'bed', actual: round1((hot ? machine.bed : 28) + ripple), target: hot ? machine.bed : null },
      { name: 'chamber', actual: round1((hot ? machine.bed * 0.6 : 25) + ripple / 2), target: null },
    ],
    material: machine.material,
    alarm: step.alarm ?? null,
    skipped: [],
  };
}

const round1 = (value: number): number => Math.round(value * 10) / 10;
