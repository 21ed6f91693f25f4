import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { Reported } from '../listen/known.ts';
import { line, lineOrNull, share, whole } from './ask.ts';
import { blank } from './driver.ts';

/** What may not have been told yet since somebody listens. */
export const besides = ['progress', 'layer', 'layers', 'job', 'secondsLeft', 'material', 'alarm'] as const;
/** What of a machine can be told one by one, under the names that drivers declare. */
export const told = ['state', ...besides] as const;
export type ToldField = (typeof told)[number];

/** What was told last of each; what was never told is not in it. */
type Values = Map<ToldField, unknown>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const numberOf = (value: unknown): number | null => {
  const text = textOf(value).trim();
  return text === '' || typeof value === 'boolean' ? null : Number(text);
};
/** Machines that have no alarm say so in one of these ways. */
const none: readonly unknown[] = [undefined, null, '', false, 0, '0'];

/** `null` while nobody has said what the machine does. */
function readingOf(machine: string, values: Values, unit: string | undefined): Reading | null {
  const vendorState = line(textOf(values.get('state')), 120);
  if (vendorState === '') return null;
  const progress = numberOf(values.get('progress'));
  const alarm = none.includes(values.get('alarm')) ? '' : line(textOf(values.get('alarm')), 300);
  return {
    ...blank,
    ...{ machine, vendorState },
    progress: share(progress === null || unit === 'SHARE' ? progress : progress / 100),
    layer: layerOf(values.get('layer')),
    layers: layerOf(values.get('layers')),
    job: lineOrNull(textOf(values.get('job')), 300),
    secondsLeft: atMost(whole(numberOf(values.get('secondsLeft'))), 100_000_000),
    material: lineOrNull(textOf(values.get('material')), 120),
    alarm: alarm === '' ? null : { code: 'ALARM', text: alarm },
  };
}

/** What somebody has said where it stands, and of which nothing was told yet. */
const untoldOf = (values: Values, places: Readonly<Record<string, string>>): Reported['untold'] =>
  besides.filter((field) => places[field] !== undefined && !values.has(field));

const atMost = (number: number | null, most: number): number | null =>
  number === null ? null : Math.min(number, most);
const layerOf = (value: unknown): number | null => atMost(whole(numberOf(value)), 1_000_000);

/** Of a value that is told: a server may send a megabyte. */
const longestValue = 1000;
/** What a machine does is kept change by change until somebody takes it; of more only the last. */
const mostChanges = 100;

/** Readings are made of lines and numbers alone: of anything else only that it was told is kept. */
export const plain = (value: unknown): string | number | boolean | null =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= longestValue)
    ? value
    : null;

/** A machine of which one thing after the other is told. */
export class ToldMachine {
  readonly name: string;
  readonly #places: Readonly<Record<string, string>>;
  readonly #unit: string | undefined;
  readonly #values: Values = new Map();
  readonly #changes: Reported[] = [];
  #last: Reported | null = null;

  constructor(name: string, places: Readonly<Record<string, string>>, unit: string | undefined) {
    this.name = name;
    this.#places = places;
    this.#unit = unit;
  }

  /** What is not told stays as it was. `false` while nobody has said what the machine does. */
  tell(values: Iterable<readonly [ToldField, unknown]>): boolean {
    for (const [field, value] of values) this.#values.set(field, plain(value));
    const reading = readingOf(this.name, this.#values, this.#unit);
    if (!reading) return false;
    const before = this.#last;
    const changed = before?.vendorState !== reading.vendorState || before.alarm?.text !== reading.alarm?.text;
    this.#last = { ...reading, at: Date.now(), untold: untoldOf(this.#values, this.#places) };
    if (!changed && this.#changes.length > 0) this.#changes.pop();
    if (this.#changes.length >= mostChanges) this.#changes.shift();
    this.#changes.push(this.#last);
    return true;
  }

  /** What has happened since it was taken last. */
  drain(): Reported[] {
    return this.#changes.splice(0);
  }
}
