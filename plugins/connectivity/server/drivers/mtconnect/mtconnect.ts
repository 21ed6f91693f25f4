import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { say } from '../../texts.ts';
import { ask, line, lineOrNull, share, whole } from '../ask.ts';
import { blank, NotHeard, type OpenDriver } from '../driver.ts';
import { allOf, readXml, type Element } from './xml.ts';

/** What is known of a device: the newest of each observation. */
interface Device {
  values: Map<string, string>;
  faults: Map<string, { code: string; text: string }>;
  temperatures: Map<string, number>;
}

const count = 1000;
/** At most so many documents for one question: what is left waits for the next. */
const documents = 20;
/** Of one agent. */
const mostDevices = 500;

/**
 * MTConnect agents (ANSI/MTC1.4): `/current` once, then `/sample` from the sequence on which was read last, so that nothing is missed
 * between two questions or over a restart. Where the agent has forgotten that far back, or is another instance, it is `/current` again.
 */
export const openMtconnect: OpenDriver = (link) => {
  const devices = new Map<string, Device>();
  let [instance = '', next = ''] = link.cursor.split(' ');
  /** What devices do stands in `/current` alone: after a restart it is read as it was at that sequence. */
  let first = true;

  async function document(path: string, signal: AbortSignal): Promise<Element> {
    const answer = await ask(link, path, signal, { accept: 'text/xml, application/xml' }, [400, 404]);
    const root = readXml(await answer.text());
    if (!root || (root.name !== 'MTConnectStreams' && root.name !== 'MTConnectError'))
      throw new NotHeard(say('notMtconnect'));
    return root;
  }

  /** Takes it in, and answers a reading for each change of what devices do. */
  function take(root: Element): Reading[] {
    const header = allOf(root, 'Header')[0]?.attributes ?? {};
    [instance, next] = [header['instanceId'] ?? '', header['nextSequence'] ?? ''];
    const readings: Reading[] = [];
    for (const stream of allOf(root, 'DeviceStream')) {
      const name = line(stream.attributes['name'] ?? stream.attributes['uuid'] ?? '', 120);
      if (name === '' || (!devices.has(name) && devices.size >= mostDevices)) continue;
      const device = devices.get(name) ?? { values: new Map(), faults: new Map(), temperatures: new Map() };
      devices.set(name, device);
      const observed = ['Samples', 'Events', 'Condition']
        .flatMap((kind) => allOf(stream, kind).flatMap((group) => group.children))
        .toSorted((a, b) => Number(a.attributes['sequence'] ?? 0) - Number(b.attributes['sequence'] ?? 0));
      let [before, at] = [stateOf(device), 0];
      for (const [index, one] of observed.entries()) {
        observe(device, one);
        const { timestamp = '' } = one.attributes;
        at = Date.parse(timestamp) || at;
        // What is told of one moment is one: a door that opens and the program that it ends.
        if (timestamp !== '' && observed[index + 1]?.attributes['timestamp'] === timestamp) continue;
        const now = stateOf(device);
        if (now !== before && at > 0) readings.push({ ...readingOf(name, device), at });
        before = now;
      }
      readings.push(readingOf(name, device));
    }
    return readings;
  }

  async function current(signal: AbortSignal): Promise<Reading[]> {
    const root = await document('/current', signal);
    if (root.name === 'MTConnectError') throw new NotHeard(say('mtconnectError', { text: errorOf(root) }));
    devices.clear();
    return take(root).filter(({ at }) => at === undefined);
  }

  return {
    cursor: () => (next === '' ? '' : `${instance} ${next}`),
    async read(signal) {
      if (first && next !== '') {
        const then = await document(`/current?at=${Number(next) - 1}`, signal);
        const same = allOf(then, 'Header')[0]?.attributes['instanceId'] === instance;
        if (then.name === 'MTConnectStreams' && same) {
          const kept = next;
          take(then);
          next = kept;
        } else next = '';
      }
      if (next === '') {
        const readings = await current(signal);
        first = false;
        return readings;
      }
      first = false;
      const heard: Reading[] = [];
      for (let asked = 0, behind = true; behind && asked < documents; asked += 1) {
        const root = await document(`/sample?from=${next}&count=${count}`, signal);
        const { instanceId, lastSequence } = allOf(root, 'Header')[0]?.attributes ?? {};
        if (root.name === 'MTConnectError' || instanceId !== instance) return [...heard, ...(await current(signal))];
        heard.push(...take(root));
        behind = Number(next) <= Number(lastSequence);
      }
      // Devices of which nothing is new are there nevertheless.
      const spoken = new Set(heard.map(({ machine }) => machine));
      const silent = [...devices].filter(([name]) => !spoken.has(name));
      return [...heard, ...silent.map(([name, device]) => readingOf(name, device))];
    },
  };
};

const errorOf = (root: Element): string => line(allOf(root, 'Error')[0]?.text ?? '', 200);

function observe(device: Device, { name, text, attributes }: Element): void {
  const value = text.trim();
  const id = attributes['dataItemId'] ?? attributes['name'] ?? name;
  if (name === 'Fault') {
    device.faults.set(id, {
      code: line(attributes['nativeCode'] ?? attributes['type'] ?? 'FAULT', 60),
      text: line(value, 300),
    });
  } else if (['Normal', 'Warning', 'Unavailable'].includes(name)) device.faults.delete(id);
  else if (name === 'Temperature') {
    const degrees = Number(value);
    const called = line(attributes['name'] ?? id, 60);
    if (value !== 'UNAVAILABLE' && Number.isFinite(degrees)) device.temperatures.set(called, degrees);
    else device.temperatures.delete(called);
  } else device.values.set(name, value);
}

function stateOf({ values }: Device): string {
  if (values.get('Availability') === 'UNAVAILABLE') return 'UNAVAILABLE';
  if (values.get('EmergencyStop') === 'TRIGGERED') return 'EMERGENCY_STOP';
  return line(values.get('Execution') ?? 'UNAVAILABLE', 120) || 'UNAVAILABLE';
}

const known = (device: Device, ...names: string[]): string | undefined =>
  names.map((name) => device.values.get(name)).find((value) => value !== undefined && value !== 'UNAVAILABLE');
const numbered = (device: Device, ...names: string[]): number | null => {
  const value = known(device, ...names);
  return value === undefined || value === '' ? null : Number(value);
};

/** Layers, progress and time left are extensions: MTConnect has no name for them. */
function readingOf(machine: string, device: Device): Reading {
  const percent = numbered(device, 'Progress', 'PercentComplete');
  return {
    ...blank,
    machine,
    vendorState: stateOf(device),
    job: lineOrNull(known(device, 'Program'), 300),
    progress: share(percent === null ? null : percent / 100),
    layer: whole(numbered(device, 'Layer', 'LayerNumber')),
    layers: whole(numbered(device, 'LayerCount', 'TotalLayers')),
    secondsLeft: whole(numbered(device, 'TimeRemaining')),
    temperatures: [...device.temperatures].slice(0, 12).map(([name, actual]) => ({ name, actual, target: null })),
    material: lineOrNull(known(device, 'Material'), 120),
    alarm: [...device.faults.values()][0] ?? null,
    skipped: (known(device, 'ExcludedObjects') ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, 500)
      .map((name) => line(name, 200)),
  };
}
