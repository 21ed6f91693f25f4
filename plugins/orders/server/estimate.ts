import type { BuildEstimates, EstimatedBuild } from '@sinter/sdk/contract/orders/buildEstimates';
import { plainPricing, type PricingRules } from '@sinter/sdk/contract/orders/pricing';
import type { Learned } from './accuracy/learn.ts';

/**
 * Build time and price of a part, from its shape. Pure: everything it knows is passed in.
 *
 *   hours = setup share + a·volume + b·area + c·height·share,   share = box / (usable build volume · packing)
 *   price = (machine + material + handling) · (1 + overhead) · (1 + margin)
 *
 * Hours and material are multiplied by what finished builds took of what was estimated, where the pricing rules say so.
 *
 * Lengths mm, areas mm², volumes mm³; money in minor units.
 */
export interface Shape {
  volumeMm3: number;
  areaMm2: number;
  sizeMm: readonly [number, number, number];
  watertight: boolean;
}
export interface Machine {
  hourlyRateMinor: number;
  buildMm: readonly [number, number, number];
}
export interface Material {
  densityMgPerMm3: number;
  pricePerKgMinor: number;
}

/** How a process spends its time. `share`: parts of one build carry its height together (powder beds, vats). */
interface ProcessModel {
  /** Hours per cm³ of part, per dm² of surface, and per mm of build height of a full machine. */
  perCm3: number;
  perDm2: number;
  perMmHeight: number;
  share: boolean;
  packing: number;
  setupHours: number;
  /** Extra material: supports, unsintered powder to be refreshed, waste. */
  scrap: number;
  /** Minutes of hand work per order line and per part. */
  minutesPerLine: number;
  minutesPerPart: number;
}

const powder: ProcessModel = {
  perCm3: 0.0012,
  perDm2: 0.0008,
  perMmHeight: 0.075,
  share: true,
  packing: 0.12,
  setupHours: 1.5,
  scrap: 0.55,
  minutesPerLine: 12,
  minutesPerPart: 1.2,
};
const extrusion: ProcessModel = {
  perCm3: 0.045,
  perDm2: 0.06,
  perMmHeight: 0.004,
  share: false,
  packing: 1,
  setupHours: 0.4,
  scrap: 0.2,
  minutesPerLine: 12,
  minutesPerPart: 5,
};
const resin: ProcessModel = {
  perCm3: 0.006,
  perDm2: 0.01,
  perMmHeight: 0.05,
  share: true,
  packing: 0.25,
  setupHours: 0.5,
  scrap: 0.25,
  minutesPerLine: 15,
  minutesPerPart: 6,
};
const metalPowderBed: ProcessModel = {
  perCm3: 0.055,
  perDm2: 0.05,
  perMmHeight: 0.09,
  share: true,
  packing: 0.3,
  setupHours: 3,
  scrap: 0.35,
  minutesPerLine: 45,
  minutesPerPart: 25,
};

/** Processes that have a model; a part in any other is priced by a person. */
const models: Readonly<Record<string, ProcessModel>> = {
  SELECTIVE_LASER_SINTERING: powder,
  SELECTIVE_ABSORPTION_FUSION: powder,
  HPBJ: { ...powder, perMmHeight: 0.035, packing: 0.1, setupHours: 1 },
  FUSED_DEPOSITION_MODELING: extrusion,
  FFF: extrusion,
  SLA: resin,
  DLP: resin,
  DIRECT_METAL_LASER_SINTERING: metalPowderBed,
  SELECTIVE_LASER_MELTING: metalPowderBed,
  DIRECT_METAL_LASER_MELTING: metalPowderBed,
};

const breakQuantities = [1, 5, 10, 25, 100];

export interface Estimate {
  buildHours: number;
  materialGrams: number;
  unitPrice: number;
  total: number;
  costLines: { label: 'machine' | 'material' | 'handling' | 'minimum'; amount: number }[];
  breaks: { quantity: number; unitPrice: number }[];
  leadTimeDays: number;
  manualReview: string[];
  /** Four of five builds lie between these; `null` where nothing was learned. `buildHours` of the whole quantity. */
  sureness: { buildHours: Range; unitPrice: Range } | null;
}
export interface Range {
  low: number;
  high: number;
}

/** What finished builds say of the hours and the material of a machine model in a material. */
export interface Taught {
  hours: Learned | null;
  grams: Learned | null;
}
const untaught: Taught = { hours: null, grams: null };

export function estimate(
  part: Shape,
  quantity: number,
  processKey: string,
  material: Material,
  machine: Machine,
  rules: PricingRules = plainPricing,
  taught: Taught = untaught,
): Estimate {
  const model = models[processKey] ?? powder;
  const scale = factorsOf(taught, rules);
  const price = (count: number, scaled: Scale) =>
    priceOf(part, count, model, { material, machine, rules, scale: scaled });
  const priced = price(quantity, scale);
  const unitOf = (count: number, lines: Estimate['costLines']) => Math.ceil(sumOf(lines) / count);
  const unitPrice = unitOf(quantity, priced.costLines);
  const sureness = surenessOf(taught, quantity, rules, (scaled) => price(quantity, scaled));
  const wide =
    sureness !== null &&
    sureness.unitPrice.high - sureness.unitPrice.low > (2 * unitPrice * rules.reviewBeyondPercent) / 100;
  return {
    ...priced,
    unitPrice,
    total: unitPrice * quantity,
    // What rounding the unit price up to whole cents adds belongs to handling, so that the lines add up to the total.
    costLines: addTo(priced.costLines, 'handling', unitPrice * quantity - sumOf(priced.costLines)),
    breaks: breakQuantities.map((count) => ({
      quantity: count,
      unitPrice: unitOf(count, price(count, scale).costLines),
    })),
    leadTimeDays: 3 + Math.ceil(priced.buildHours / 20),
    manualReview: [...reviewReasons(part, processKey, machine), ...(wide ? ['wide-interval'] : [])],
    sureness,
  };
}

const sumOf = (lines: Estimate['costLines']): number => lines.reduce((total, line) => total + line.amount, 0);

interface Scale {
  hours: number;
  grams: number;
}
const asModelled: Scale = { hours: 1, grams: 1 };

/** By what the model's hours and grams are multiplied. */
export const factorsOf = ({ hours, grams }: Taught, { learn }: Pick<PricingRules, 'learn'>): Scale =>
  learn ? { hours: hours?.factor ?? 1, grams: grams?.factor ?? 1 } : asModelled;

/** Time and material are off independently of each other. */
function surenessOf(
  { hours, grams }: Taught,
  quantity: number,
  { minimumLineMinor }: PricingRules,
  price: (scale: Scale) => Pick<Estimate, 'buildHours' | 'costLines'>,
): Estimate['sureness'] {
  if (!hours) return null;
  const steady = { factor: 1, low: 1, high: 1 };
  const used = grams ?? steady;
  const costOf = ({ costLines }: Pick<Estimate, 'costLines'>) =>
    sumOf(costLines.filter(({ label }) => label !== 'minimum'));
  const middle = costOf(price({ hours: hours.factor, grams: used.factor }));
  const at = (side: 'low' | 'high') => {
    const timed = price({ hours: hours[side], grams: used.factor });
    const weighed = price({ hours: hours.factor, grams: used[side] });
    const off = Math.hypot(costOf(timed) - middle, costOf(weighed) - middle);
    const cost = Math.max(minimumLineMinor, side === 'low' ? middle - off : middle + off);
    return { buildHours: timed.buildHours, unitPrice: Math.ceil(cost / quantity) };
  };
  const [low, high] = [at('low'), at('high')];
  return {
    buildHours: { low: low.buildHours, high: high.buildHours },
    unitPrice: { low: low.unitPrice, high: high.unitPrice },
  };
}

/** What a piece takes of a build and of its time on a machine. `setupHours` is of a full build. */
export interface PieceTime {
  /** Share of a build that a piece fills, at most 1. */
  fill: number;
  hours: number;
  setupHours: number;
  /** A build that is not full is set up in a part of that time, since others fill it. */
  sharesSetup: boolean;
}

export function pieceTime(part: Shape, processKey: string, machine: Pick<Machine, 'buildMm'>): PieceTime {
  return timeOf(part, models[processKey] ?? powder, machine);
}

/** The same of a build that is arranged: what parts of a powder bed or vat share is its height as it is. */
export const arrangedBuilds: BuildEstimates = {
  hours(processKey, { volumeMm3, areaMm2, heightMm, heightsMm }) {
    const model = models[processKey];
    if (!model) return null;
    const height = model.share ? heightMm : heightsMm;
    return (
      model.setupHours + (model.perCm3 * volumeMm3) / 1e3 + (model.perDm2 * areaMm2) / 1e4 + model.perMmHeight * height
    );
  },
  grams(processKey, volumeMm3, densityMgPerMm3) {
    const model = models[processKey];
    return model ? (volumeMm3 * densityMgPerMm3 * (1 + model.scrap)) / 1000 : null;
  },
};

/** A build of these pieces that nobody has arranged: as high as its tallest piece, and as they lie when it is packed as usual. */
export function buildOf(
  processKey: string,
  pieces: readonly { shape: Omit<Shape, 'watertight'>; quantity: number }[],
  [x, y, z]: readonly [number, number, number],
): EstimatedBuild {
  const packing = models[processKey]?.packing ?? 1;
  const sum = (of: (shape: Omit<Shape, 'watertight'>) => number) =>
    pieces.reduce((total, { shape, quantity }) => total + of(shape) * quantity, 0);
  const boxes = sum(({ sizeMm: [a, b, c] }) => a * b * c);
  const tallest = Math.max(0, ...pieces.map(({ shape }) => shape.sizeMm[2]));
  return {
    volumeMm3: sum(({ volumeMm3 }) => volumeMm3),
    areaMm2: sum(({ areaMm2 }) => areaMm2),
    heightMm: Math.min(z, Math.max(tallest, boxes / (x * y * packing))),
    heightsMm: sum(({ sizeMm }) => sizeMm[2]),
  };
}

function timeOf(part: Shape, model: ProcessModel, machine: Pick<Machine, 'buildMm'>): PieceTime {
  const [x, y, z] = part.sizeMm;
  const [bx, by, bz] = machine.buildMm;
  const share = model.share ? Math.min(1, (x * y * z) / (bx * by * bz * model.packing)) : 1;
  const height = model.share ? bz : z;
  return {
    fill: model.share ? share : Math.min(1, (x * y) / (bx * by)),
    hours:
      (model.perCm3 * part.volumeMm3) / 1e3 + (model.perDm2 * part.areaMm2) / 1e4 + model.perMmHeight * height * share,
    setupHours: model.setupHours,
    sharesSetup: model.share,
  };
}

interface Terms {
  material: Material;
  machine: Machine;
  rules: PricingRules;
  scale: Scale;
}

function priceOf(part: Shape, quantity: number, model: ProcessModel, { material, machine, rules, scale }: Terms) {
  const time = timeOf(part, model, machine);
  const setup = time.setupHours * (time.sharesSetup ? Math.min(1, time.fill * quantity) : 1);
  const buildHours = (setup + time.hours * quantity) * scale.hours;
  const materialGrams =
    ((part.volumeMm3 * material.densityMgPerMm3 * (1 + model.scrap) * quantity) / 1000) * scale.grams;
  const factor = (1 + rules.overheadPercent / 100) * (1 + rules.marginPercent / 100);
  const minor = (amount: number) => Math.round(amount * factor);
  const costLines: Estimate['costLines'] = [
    { label: 'machine', amount: minor(buildHours * machine.hourlyRateMinor) },
    { label: 'material', amount: minor((materialGrams / 1000) * material.pricePerKgMinor) },
    {
      label: 'handling',
      amount: minor(((model.minutesPerLine + model.minutesPerPart * quantity) / 60) * rules.laborMinorPerHour),
    },
  ];
  const short = rules.minimumLineMinor - sumOf(costLines);
  if (short > 0) costLines.push({ label: 'minimum', amount: short });
  return { buildHours, materialGrams, costLines };
}

function addTo(lines: Estimate['costLines'], label: string, amount: number): Estimate['costLines'] {
  return lines.map((line) => (line.label === label ? { ...line, amount: line.amount + amount } : line));
}

function reviewReasons(part: Shape, processKey: string, machine: Machine): string[] {
  const reasons: string[] = [];
  const sorted = [...part.sizeMm].sort((a, b) => b - a);
  const build = [...machine.buildMm].sort((a, b) => b - a);
  if (sorted.some((length, axis) => length > (build[axis] ?? 0))) reasons.push('larger-than-machine');
  if (!part.watertight) reasons.push('not-watertight');
  if (!(processKey in models)) reasons.push('no-model');
  return reasons;
}
