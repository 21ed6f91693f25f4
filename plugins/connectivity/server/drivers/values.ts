import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { Reported } from '../listen/known.ts';
import { line, lineOrNull, share, whole } from './ask.ts';
import { blank } from './driver.ts';

/** What may not have been told yet since somebody listens. */
const besides = ['progress', 'layer', 'layers', 'job', 'secondsLeft', 'material', 'alarm'] as const;
/** What of a machine can be told one by one, under the names that drivers declare. */
export const told = ['state', ...besides] as const;
export type ToldField = (typeof told)[number];

/** What was told last of each; what was never told is not in it. */
export type Values = Map<ToldField, unknown>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const numberOf = (value: unknown): number | null => {
  const text = textOf(value).trim();
  return text === '' || typeof value === 'boolean' ? null : Number(text);
};
/** Machines that have no alarm say so in one of these ways. */
const none: readonly unknown[] = [undefined, null, '', false, 0, '0'];

/** `null` while nobody has said what the machine does. */
export function readingOf(machine: string, values: Values, unit: string | undefined): Reading | null {
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

/** What the connector listens to, and of which nothing was told yet. */
export const untoldOf = (values: Values, settings: Readonly<Record<string, string>>): Reported['untold'] =>
  besides.filter((field) => settings[field] !== undefined && !values.has(field));

const atMost = (number: number | null, most: number): number | null =>
  number === null ? null : Math.min(number, most);
const layerOf = (value: unknown): number | null => atMost(whole(numberOf(value)), 1_000_000);
