/** Individuals in the order in which they were measured: control limits, capability and signs of a cause that is not chance. */

/** Below so many values no capability is stated: with fewer, the index of the same process differs by half and more from one sample to the next. */
export const leastForCapability = 25;
/** Mean moving range of two values, as a share of the standard deviation (d2 for n = 2). */
const d2 = 1.128;

export interface RunStatistics {
  count: number;
  mean: number;
  /** From one value to the next: mean moving range / 1.128. `null` below two values. */
  within: number | null;
  /** Of all values (n − 1). `null` below two values. */
  overall: number | null;
  /** Mean ± 3 within. */
  lower: number | null;
  upper: number | null;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** `null` without values. */
export function runStatistics(values: readonly number[]): RunStatistics | null {
  if (values.length === 0) return null;
  const mean = meanOf(values);
  if (values.length < 2) return { count: 1, mean, within: null, overall: null, lower: null, upper: null };
  const ranges = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
  const within = meanOf(ranges) / d2;
  const overall = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  return { count: values.length, mean, within, overall, lower: mean - 3 * within, upper: mean + 3 * within };
}

export interface Limits {
  lowest: number | null;
  highest: number | null;
}

export interface Capability {
  /** `null` with one limit only. */
  cp: number | null;
  cpk: number;
  pp: number | null;
  ppk: number;
}

/** Why nothing is stated. FEW: fewer than `leastForCapability`. SAME: they do not vary. UNLIMITED: there is no limit. */
export type NoCapability = 'FEW' | 'SAME' | 'UNLIMITED';

export function capability({ count, mean, within, overall }: RunStatistics, limits: Limits): Capability | NoCapability {
  const { lowest, highest } = limits;
  if (lowest === null && highest === null) return 'UNLIMITED';
  if (count < leastForCapability) return 'FEW';
  if (!within || !overall) return 'SAME';
  const spread = (sigma: number) => (lowest === null || highest === null ? null : (highest - lowest) / (6 * sigma));
  const nearest = (sigma: number) =>
    Math.min(
      highest === null ? Infinity : (highest - mean) / (3 * sigma),
      lowest === null ? Infinity : (mean - lowest) / (3 * sigma),
    );
  return { cp: spread(within), cpk: nearest(within), pp: spread(overall), ppk: nearest(overall) };
}

/**
 * Western Electric, at the value that completes the pattern. 1: beyond 3 sigma. 2: two of three beyond 2 sigma on one side. 3: four of five
 * beyond 1 sigma on one side. 4: eight in a row on one side.
 */
export type Rule = 1 | 2 | 3 | 4;

const patterns = [
  { rule: 1, beyond: 3, of: 1, least: 1 },
  { rule: 2, beyond: 2, of: 3, least: 2 },
  { rule: 3, beyond: 1, of: 5, least: 4 },
  { rule: 4, beyond: 0, of: 8, least: 8 },
] as const;

/** The rules that are broken at each value. */
export function brokenRules(values: readonly number[]): Rule[][] {
  const found = runStatistics(values);
  if (!found?.within) return values.map(() => []);
  const { mean, within } = found;
  const sigmas = values.map((value) => (value - mean) / within);
  return sigmas.map((_, index) =>
    patterns
      .filter(({ beyond, of, least }) => {
        const last = sigmas.slice(Math.max(0, index - of + 1), index + 1);
        const own = sigmas[index] ?? 0;
        const side = Math.sign(own);
        // The last one belongs to the pattern itself.
        return side !== 0 && own * side > beyond && last.filter((each) => each * side > beyond).length >= least;
      })
      .map(({ rule }) => rule),
  );
}
