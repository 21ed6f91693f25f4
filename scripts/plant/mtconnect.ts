import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { Answer, Read, Speaks } from './serve.ts';

interface Observation {
  sequence: number;
  device: string;
  item: string;
  kind: 'Samples' | 'Events' | 'Condition';
  xml: string;
}

const kept = 20_000;
const most = 1000;

const words: Readonly<Record<string, string>> = {
  ...{ IDLE: 'READY', PREPARING: 'WAIT', RUNNING: 'ACTIVE', PAUSED: 'FEED_HOLD', FINISHED: 'PROGRAM_COMPLETED' },
  ...{ STOPPED: 'STOPPED', ERROR: 'INTERRUPTED' },
};

const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** As an MTConnect agent answers: `/current`, `/current?at=`, `/sample?from=&count=`, from a buffer of what was observed. */
export function mtconnectAgent(devices: readonly Read[], everyMs = 500): Speaks {
  const instance = Math.floor(Date.now() / 1000);
  const buffer: Observation[] = [];
  const last = new Map<string, string>();
  let next = 1;

  function note(device: string, kind: Observation['kind'], item: string, name: string, text: string, more = ''): void {
    const key = `${device} ${item}`;
    if (last.get(key) === `${name} ${text}`) return;
    last.set(key, `${name} ${text}`);
    const at = new Date().toISOString();
    const xml = `<${name} dataItemId="${item}" sequence="${next}" timestamp="${at}"${more}>${escaped(text)}</${name}>`;
    buffer.push({ sequence: next, device, item, kind, xml });
    next += 1;
    if (buffer.length > kept) buffer.splice(0, buffer.length - kept);
  }
  const observe = () => devices.forEach((read) => take(read(), note));
  observe();
  setInterval(observe, everyMs).unref();

  const document = (found: readonly Observation[], from: number): Answer => {
    const streams = devices.map((read) => {
      const { machine } = read();
      const own = found.filter(({ device }) => device === machine);
      const groups = (['Samples', 'Events', 'Condition'] as const).map((kind) => {
        const items = own.filter((each) => each.kind === kind);
        return items.length === 0 ? '' : `<${kind}>${items.map(({ xml }) => xml).join('')}</${kind}>`;
      });
      return own.length === 0
        ? ''
        : `<DeviceStream name="${escaped(machine)}" uuid="${escaped(machine)}"><ComponentStream component="Path" componentId="p">${groups.join('')}</ComponentStream></DeviceStream>`;
    });
    const first = buffer[0]?.sequence ?? next;
    const header = `<Header creationTime="${new Date().toISOString()}" sender="Sinter simulator" instanceId="${instance}" bufferSize="${kept}" firstSequence="${first}" nextSequence="${from}" lastSequence="${next - 1}" version="2.0"/>`;
    return {
      type: 'text/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?><MTConnectStreams xmlns="urn:mtconnect.org:MTConnectStreams:2.0" xmlns:x="urn:sinter:simulator">${header}<Streams>${streams.join('')}</Streams></MTConnectStreams>`,
    };
  };
  const outOfRange: Answer = {
    status: 404,
    type: 'text/xml',
    body: `<?xml version="1.0"?><MTConnectError><Header instanceId="${instance}"/><Errors><Error errorCode="OUT_OF_RANGE">The sequence is not in the buffer.</Error></Errors></MTConnectError>`,
  };

  return ({ pathname, searchParams }) => {
    if (pathname === '/current') {
      const at = Number(searchParams.get('at') ?? next - 1);
      if (at < (buffer[0]?.sequence ?? 1) || at >= next) return outOfRange;
      const newest = new Map<string, Observation>();
      for (const one of buffer) if (one.sequence <= at) newest.set(`${one.device} ${one.item}`, one);
      return document([...newest.values()], searchParams.has('at') ? at + 1 : next);
    }
    if (pathname !== '/sample') return { status: 404, body: 'not found' };
    const from = Number(searchParams.get('from') ?? buffer[0]?.sequence ?? 1);
    if (from > next || from < (buffer[0]?.sequence ?? 1)) return outOfRange;
    const count = Math.min(Number(searchParams.get('count') ?? 100), most);
    const found = buffer.filter(({ sequence }) => sequence >= from && sequence < from + count);
    return document(found, Math.min(next, from + count));
  };
}

type Note = (
  device: string,
  kind: Observation['kind'],
  item: string,
  name: string,
  text: string,
  more?: string,
) => void;

function take(now: Reading, note: Note): void {
  const { machine, vendorState, alarm } = now;
  const events: Record<string, string> = {
    Availability: vendorState === 'OFFLINE' ? 'UNAVAILABLE' : 'AVAILABLE',
    Execution: words[vendorState] ?? 'UNAVAILABLE',
    EmergencyStop: vendorState === 'ERROR' ? 'TRIGGERED' : 'ARMED',
    Program: now.job ?? 'UNAVAILABLE',
    Material: now.material ?? 'UNAVAILABLE',
    'x:Layer': String(now.layer ?? 'UNAVAILABLE'),
    'x:LayerCount': String(now.layers ?? 'UNAVAILABLE'),
    'x:Progress': now.progress === null ? 'UNAVAILABLE' : (now.progress * 100).toFixed(1),
    'x:TimeRemaining': String(now.secondsLeft ?? 'UNAVAILABLE'),
  };
  for (const [name, text] of Object.entries(events)) note(machine, 'Events', name.replace('x:', ''), name, text);
  for (const { name, actual } of now.temperatures) {
    note(machine, 'Samples', name, 'Temperature', actual.toFixed(0), ` name="${name}"`);
  }
  if (alarm)
    note(machine, 'Condition', 'system', 'Fault', alarm.text, ` type="SYSTEM" nativeCode="${escaped(alarm.code)}"`);
  else note(machine, 'Condition', 'system', 'Normal', '', ' type="SYSTEM"');
}
