import * as z from 'zod';

/**
 * Values made from a schema for generated tests: what a well-behaved caller sends, and what a broken one does.
 * The same schema and seed always give the same values.
 */

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A value that `schema` accepts. Throws an Error when it cannot make one; then give the schema `.meta({ examples })`. */
export function sampleOf(schema: z.ZodType, seed = 1): unknown {
  const root: JsonSchema = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  const value = build(root, { root, random: randomNumbers(seed), depth: 0 });
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw new Error(`The sample ${JSON.stringify(value)} is not accepted: ${z.prettifyError(parsed.error)}`);
  }
  return value;
}

/** A request part with one mistake. */
export interface MalformedVariant {
  kind: 'missing' | 'wrong type' | 'huge string' | 'nul character' | 'negative' | 'null';
  /** The changed place: `files.0.quantity`; empty for the whole value. */
  path: string;
  value: unknown;
  /** Whether the schema refuses the value (400). A value that it accepts must still not make the server fail. */
  refused: boolean;
}

/** A valid sample with one place spoilt at a time: a field missing, of a wrong type, huge, negative or `null`. */
export function malformedVariants(schema: z.ZodType, seed = 1): MalformedVariant[] {
  const valid = sampleOf(schema, seed);
  return placesOf(valid, []).flatMap((place) =>
    malformedValues(place).map(({ kind, replacement }) => {
      const value = replaceAt(valid, place.path, replacement);
      return { kind, path: place.path.join('.'), value, refused: !schema.safeParse(value).success };
    }),
  );
}

// Samples

interface Making {
  root: JsonSchema;
  random: () => number;
  depth: number;
}

/** Deeper than this, optional fields are left out and lists are as short as possible, so that recursion ends. */
const maxDepth = 6;

function build(given: JsonSchema, making: Making): unknown {
  const schema = given.$ref ? { ...resolve(making.root, given.$ref), ...given, $ref: undefined } : given;
  const { random } = making;
  if (schema.examples && schema.examples.length > 0) return pick(schema.examples, random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  const choices = schema.anyOf ?? schema.oneOf;
  // A nullable schema has `null` last.
  if (choices) return build(pick(making.depth > maxDepth ? choices.slice(-1) : choices, random), making);
  const type = Array.isArray(schema.type) ? pick<string>(schema.type, random) : schema.type;
  switch (type) {
    case 'object':
      return buildObject(schema, making);
    case 'array':
      return buildArray(schema, making);
    case 'string':
      return buildString(schema, random);
    case 'integer':
    case 'number':
      return buildNumber(schema, type, random);
    case 'boolean':
      return random() < 0.5;
    default:
      return null;
  }
}

function buildObject(schema: JsonSchema, making: Making): Record<string, unknown> {
  const required = schema.required ?? [];
  const deeper = { ...making, depth: making.depth + 1 };
  const object: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const wanted = required.includes(name) || (making.depth <= maxDepth && making.random() < 0.5);
    if (wanted && typeof property === 'object') object[name] = build(property, deeper);
  }
  const names = required.filter((name) => !(name in object));
  if (typeof schema.additionalProperties === 'object') {
    for (const name of names) object[name] = build(schema.additionalProperties, deeper);
  }
  return object;
}

function buildArray(schema: JsonSchema, making: Making): unknown[] {
  const deeper = { ...making, depth: making.depth + 1 };
  if (schema.prefixItems) {
    return schema.prefixItems.map((item) => (typeof item === 'object' ? build(item, deeper) : null));
  }
  const shortest = schema.minItems ?? 0;
  const longest = Math.min(schema.maxItems ?? Infinity, Math.max(shortest, 3));
  const length = making.depth > maxDepth ? shortest : between(shortest, longest, making.random);
  const { items } = schema;
  return Array.from({ length }, () =>
    typeof items === 'object' && !Array.isArray(items) ? build(items, deeper) : null,
  );
}

const hex = (length: number, random: () => number) =>
  Array.from({ length }, () => between(0, 15, random).toString(16)).join('');

const formats: Record<string, (random: () => number) => string> = {
  uuid: (random) => `${hex(8, random)}-${hex(4, random)}-4${hex(3, random)}-8${hex(3, random)}-${hex(12, random)}`,
  email: (random) => `${hex(8, random)}@example.com`,
  uri: (random) => `https://example.com/${hex(8, random)}`,
  'date-time': (random) => new Date(between(1.7e12, 1.8e12, random)).toISOString(),
};

/** Tried in turn against a pattern that has no format. */
const patternCandidates = ['1', 'en_US', 'EUR', '/a', '2026-02-03', '0.0.0.0/0', '::/0', '06:30', '#1565c0', 'AT'];

function buildString(schema: JsonSchema, random: () => number): string {
  const format = schema.format ? formats[schema.format] : undefined;
  if (format) return format(random);
  if (schema.pattern) {
    const pattern = new RegExp(schema.pattern, 'u');
    const fitting = patternCandidates.filter(
      (candidate) => pattern.test(candidate) && candidate.length <= (schema.maxLength ?? Infinity),
    );
    if (fitting.length === 0) throw new Error(`No sample is known for the pattern ${schema.pattern}`);
    return pick(fitting, random);
  }
  const shortest = Math.max(schema.minLength ?? 0, 1);
  const longest = Math.min(schema.maxLength ?? Infinity, Math.max(shortest, 12));
  return hex(between(shortest, longest, random), random);
}

function buildNumber(schema: JsonSchema, type: 'integer' | 'number', random: () => number): number {
  const step = type === 'integer' ? 1 : 0.001;
  const above = typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + step : 1;
  const below = typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum - step : Infinity;
  const least = schema.minimum ?? above;
  const most = schema.maximum ?? below;
  // zod writes the whole range of safe integers; samples stay near small numbers.
  const from = Math.max(least, Math.min(1, most));
  const to = Math.min(most, from + 1000);
  return type === 'integer' ? between(from, to, random) : from + random() * (to - from);
}

function resolve(root: JsonSchema, pointer: string): JsonSchema {
  const name = /^#\/\$defs\/(.+)$/.exec(pointer)?.[1];
  if (pointer === '#') return root;
  const found = name === undefined ? undefined : root.$defs?.[name];
  if (typeof found !== 'object') throw new Error(`${pointer} does not resolve`);
  return found;
}

// Malformed variants

interface Place {
  path: (string | number)[];
  value: unknown;
  /** A field of an object, which can be missing. */
  named: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function placesOf(value: unknown, path: (string | number)[]): Place[] {
  const here: Place = { path, value, named: typeof path.at(-1) === 'string' };
  if (Array.isArray(value))
    return [here, ...value.slice(0, 1).flatMap((item, index) => placesOf(item, [...path, index]))];
  if (!isRecord(value)) return [here];
  return [here, ...Object.entries(value).flatMap(([name, part]) => placesOf(part, [...path, name]))];
}

const missing = Symbol('missing');

function malformedValues({ value, named }: Place): { kind: MalformedVariant['kind']; replacement: unknown }[] {
  return [
    ...(named ? [{ kind: 'missing' as const, replacement: missing }] : []),
    {
      kind: 'wrong type',
      replacement: Array.isArray(value) ? { 0: 'x' } : typeof value === 'object' ? ['x'] : { x: [] },
    },
    { kind: 'huge string', replacement: 'x'.repeat(100_000) },
    { kind: 'nul character', replacement: 'a\u0000b' },
    { kind: 'negative', replacement: -1 },
    { kind: 'null', replacement: null },
  ];
}

function replaceAt(value: unknown, path: readonly (string | number)[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  }
  if (!isRecord(value)) return value;
  const { [step]: part, ...others } = value;
  const changed = replaceAt(part, rest, replacement);
  return changed === missing ? others : { ...others, [step]: changed };
}

// Seeded numbers

/** mulberry32: numbers from 0 (in) to 1 (out). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `from` to `to`, both in. */
const between = (from: number, to: number, random: () => number) =>
  Math.ceil(from) + Math.floor(random() * (Math.floor(to) - Math.ceil(from) + 1));

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}
