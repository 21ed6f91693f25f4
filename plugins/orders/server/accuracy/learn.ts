/**
 * What finished builds teach about the model that estimates them. Pure.
 *
 * A residual is log(actual / estimated): twice as long and half as long are as far from what was estimated. Of the last ones a
 * median and a spread are kept, which single odd builds do not move. Where there are few, what is known of the machine model with
 * all materials, and of the whole facility, counts in their place.
 */
export interface Known {
  /** How many builds it rests on, of which the last `windowSize` are looked at. */
  count: number;
  /** Median of the residuals. */
  center: number;
  /** Standard deviation by their median distance from it. */
  spread: number;
}

/** What a machine model's build in a material takes, as a multiple of what the model says. */
export interface Learned {
  factor: number;
  /** Four of five builds lie between these. */
  low: number;
  high: number;
}

/** No more than the last so many builds are looked at: machines change. */
export const windowSize = 50;
/** A build that took so many times more or less was not measured, or not of these parts. */
export const mostPlausible = 5;
/** The factor stays within these, whatever was observed. */
export const bounds = { low: 0.5, high: 2 };
/** A coarser level counts as much as so many builds. */
const priorBuilds = 4;
/** The spread of an estimate before anything was built. */
const priorSpread = 0.2;
/** No machine is steadier than this. */
const leastSpread = 0.03;
/** Of the normal distribution: 80 % lie within. */
const quantile = 1.2816;
/** From a median distance to a standard deviation. */
const fromMedianDistance = 1.4826;
const mostResidual = Math.log(4);

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

export const residualOf = (actual: number, estimated: number): number =>
  clamp(Math.log(actual / estimated), -mostResidual, mostResidual);

export const isPlausible = (actual: number, estimated: number): boolean =>
  actual <= estimated * mostPlausible && estimated <= actual * mostPlausible;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}

/** Of at least one residual. */
export function summaryOf(residuals: readonly number[]): Pick<Known, 'center' | 'spread'> {
  const center = medianOf(residuals);
  const spread = fromMedianDistance * medianOf(residuals.map((residual) => Math.abs(residual - center)));
  return { center, spread };
}

/** `levels`: from the finest to the coarsest. `null`: nothing was built yet. */
export function learn(levels: readonly Known[]): Learned | null {
  const known = levels.filter(({ count }) => count > 0);
  const [finest] = known;
  if (!finest) return null;
  let [center, variance] = [0, priorSpread ** 2];
  for (const level of known.toReversed()) {
    const builds = Math.min(level.count, windowSize);
    const all = builds + priorBuilds;
    center = (builds * level.center + priorBuilds * center) / all;
    variance = (builds * Math.max(level.spread, leastSpread) ** 2 + priorBuilds * variance) / all;
  }
  // The next build differs from the usual one, and the usual one is only known from so many.
  const deviation = Math.sqrt(variance * (1 + 1 / (Math.min(finest.count, windowSize) + priorBuilds)));
  const factor = clamp(Math.exp(center), bounds.low, bounds.high);
  return {
    factor,
    low: Math.min(factor, Math.max(Math.exp(center - quantile * deviation), bounds.low / 2)),
    high: Math.max(factor, Math.min(Math.exp(center + quantile * deviation), bounds.high * 2)),
  };
}
