import type { Part, PartRevision } from '@sinter/sdk/contract/catalog/parts';
import { likelyInchesMm } from '@sinter/sdk/contract/preparation/partSizes';
import { operationInputSchemas, type FileOperationType } from '@sinter/sdk/contract/preparation/operations';
import * as z from 'zod';

/** One input of an operation. `name` is its path in the operation's input: `boxMm.0`. */
export type InputField = { name: string } & (
  | { kind: 'number'; min: number; max: number; step: number; unit: string; initial: number | null; optional?: true }
  | { kind: 'choice'; options: readonly string[]; initial: string }
);

const number = (
  name: string,
  initial: number | null,
  [min, max]: readonly [number, number],
  unit: string,
  step = 1,
): InputField => ({
  name,
  kind: 'number',
  min,
  max,
  step,
  unit,
  initial,
  ...(initial === null ? { optional: true } : {}),
});
const choice = (name: string, initial: string, ...others: string[]): InputField => ({
  ...{ name, kind: 'choice', initial },
  options: [initial, ...others],
});
const millimetresPerInch = 25.4;
const lengths = [0.001, 100_000] as const;
const percents = [0.1, 10_000] as const;

/** The operations that can be run on a part, in the order they are offered, each with what it asks for. */
export const operationTable = {
  VERIFY: [],
  REPAIR: [],
  analyze: [],
  WALL_THICKNESS: [number('minimumMm', 1, lengths, 'mm', 0.1)],
  SCALE: [
    number('factor', 1, [0.0001, 10_000], '×', 0.1),
    ...['x', 'y', 'z'].map((axis) => number(`sizeMm.${axis}`, null, lengths, 'mm')),
  ],
  SCALE_BY_PERCENT: [0, 1, 2].map((axis) => number(`percent.${axis}`, 100, percents, '%')),
  TRIANGLE_REDUCTION: [number('keepPercent', 50, [0.1, 99], '%'), number('maxDeviationMm', null, lengths, 'mm', 0.01)],
  HOLLOW: [number('wallMm', 2, [0.2, 100], 'mm', 0.1)],
  SOLID_MIRROR: [choice('axis', 'X', 'Y', 'Z')],
  SOLID_SECTION: [
    ...[0, 0, 1].map((value, axis) => number(`normal.${axis}`, value, [-1, 1], '', 0.1)),
    number('offsetMm', 0, [-1_000_000, 1_000_000], 'mm'),
    choice('keep', 'BOTH', 'ABOVE', 'BELOW'),
  ],
  MINIMUM_ORIENTATION: [choice('objective', 'HEIGHT', 'BOX', 'OVERHANG')],
  EXHAUSTIVE_FIT: [
    ...[250, 250, 300].map((side, axis) => number(`boxMm.${axis}`, side, lengths, 'mm')),
    number('clearanceMm', 0, [0, 100], 'mm', 0.5),
  ],
  SUPPORT_GENERATION: [
    number('overhangDegrees', 45, [0, 89], '°'),
    number('spacingMm', 3, [0.5, 50], 'mm', 0.5),
    number('tipMm', 0.5, [0.1, 5], 'mm', 0.1),
    number('columnMm', 1.5, [0.2, 20], 'mm', 0.1),
    number('liftMm', 0, [0, 50], 'mm', 0.5),
  ],
} as const satisfies Partial<Record<FileOperationType, readonly InputField[]>>;

export type PartOperation = keyof typeof operationTable;
const isPartOperation = (type: string): type is PartOperation => type in operationTable;
export const partOperations: readonly PartOperation[] = Object.keys(operationTable).filter(isPartOperation);
export const fieldsOf = (type: PartOperation): readonly InputField[] => operationTable[type];

/** The operations that make files which may become a revision; the others only find something out. */
const making: ReadonlySet<PartOperation> = new Set<PartOperation>([
  ...(['REPAIR', 'SCALE', 'SCALE_BY_PERCENT', 'TRIANGLE_REDUCTION', 'HOLLOW', 'SOLID_MIRROR'] as const),
  ...(['MINIMUM_ORIENTATION', 'SUPPORT_GENERATION', 'SOLID_SECTION'] as const),
]);
export const makesFiles = (type: PartOperation): boolean => making.has(type);

export type InputValues = Record<string, unknown>;

/** Its file does not tell the unit, nobody said inches, and it has the size of parts that were drawn in them. */
export const looksLikeInches = ({ format, units, report }: PartRevision): boolean =>
  units === 'MM' && unitless.has(format.toLowerCase()) && Math.max(...report.bbox.size) <= likelyInchesMm;
const unitless: ReadonlySet<string> = new Set(['stl', 'obj', 'wrl']);

/** What the form begins with for these parts: every path of the table at its place. */
export function initialInput(type: PartOperation, parts: readonly Pick<Part, 'revision'>[] = []): InputValues {
  const input: InputValues = {};
  for (const { name, initial } of fieldsOf(type)) {
    const [first = '', second] = name.split('.');
    if (second === undefined) {
      input[first] = initial;
    } else if (/^\d$/.test(second)) {
      const list = input[first];
      input[first] = [...(Array.isArray(list) ? list : []), initial];
    } else {
      input[first] = { ...asRecord(input[first]), [second]: initial };
    }
  }
  const inches = parts.length > 0 && parts.every(({ revision }) => looksLikeInches(revision));
  return type === 'SCALE' && inches ? { ...input, factor: millimetresPerInch } : input;
}

const asRecord = (value: unknown): InputValues => z.record(z.string(), z.unknown()).catch({}).parse(value);

/** Without the fields that were left empty, and without what then holds nothing. */
function filled(values: InputValues): InputValues {
  const entries = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (typeof value !== 'object' || Array.isArray(value)) return [[key, value]];
    const inner = filled(asRecord(value));
    return Object.keys(inner).length > 0 ? [[key, inner]] : [];
  });
  return Object.fromEntries(entries);
}

/** Checks a form by the operation's own schema; `message` is shown at the fields that it refuses. */
export const inputSchema = (type: PartOperation, message: string) =>
  z.record(z.string(), z.unknown()).transform((values, check) => {
    const input = filled(values);
    const fields = fieldsOf(type);
    for (const issue of operationInputSchemas[type].safeParse(input).error?.issues ?? []) {
      const path = issue.path.map(String);
      // What is wrong with several together is said at the first.
      const name = path.length > 0 ? path.join('.') : (fields[0]?.name ?? '');
      const place = fields.find((field) => field.name === name || field.name.startsWith(`${name}.`))?.name ?? name;
      check.addIssue({ code: 'custom', path: place.split('.'), message });
    }
    return input;
  });
