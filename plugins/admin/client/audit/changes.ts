import * as z from 'zod';

/** One thing that is different. */
export interface Change {
  /** `address.city`; empty for the whole. */
  path: string;
  /** `null` where there was, or is, nothing. */
  before: string | null;
  after: string | null;
}

const objectSchema = z.record(z.string(), z.unknown());
/** Deeper than this, a value is shown as it is written. */
const deepest = 4;

/** What differs between two stored values, field by field. */
export function changesBetween(before: unknown, after: unknown, path = '', depth = 0): Change[] {
  const left = objectSchema.safeParse(before);
  const right = objectSchema.safeParse(after);
  const nested = (left.success || isNothing(before)) && (right.success || isNothing(after));
  if (nested && (left.success || right.success) && depth < deepest) {
    const [old, now] = [left.data ?? {}, right.data ?? {}];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
      changesBetween(old[key], now[key], path === '' ? key : `${path}.${key}`, depth + 1),
    );
  }
  const [old, now] = [written(before), written(after)];
  return old === now ? [] : [{ path, before: old, after: now }];
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;

function written(value: unknown): string | null {
  if (isNothing(value)) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) {
    return value.join(', ');
  }
  return JSON.stringify(value);
}
