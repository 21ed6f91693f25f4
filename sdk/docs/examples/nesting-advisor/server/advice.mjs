/** Millimetres between two parts, and to the wall. */
const gap = 5;

/** What a build costs us, in cents, by process. */
const buildCosts = {
  SELECTIVE_LASER_SINTERING: 42_000,
  HPBJ: 36_000,
  DIRECT_METAL_LASER_SINTERING: 95_000,
  SLA: 12_000,
};
const usualCost = 30_000;
/** A part of a plastic powder hangs anywhere in the powder; all others stand on the plate. */
const stacked = new Set(['SELECTIVE_LASER_SINTERING', 'SELECTIVE_ABSORPTION_FUSION', 'HPBJ']);

const orientations = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

const isLength = (value) => typeof value === 'number' && value > 0 && value < 100_000;
const isBox = (value) => Array.isArray(value) && value.length === 3 && value.every(isLength);

/** The pieces that fit into a build side by side, as boxes, turned the best way. */
export function perBuild(size, volume, inLayers) {
  const fitting = orientations.map((order) => {
    const [x, y, z] = order.map((axis, place) => Math.floor((volume[place] - gap) / (size[axis] + gap)));
    return x * y * (inLayers ? z : Math.min(z, 1));
  });
  return Math.max(...fitting, 0);
}

/** `null`: the question is none, or the part is larger than the machine. */
export function advise({ size, quantity, processKey, buildVolume } = {}) {
  if (!isBox(size) || !isBox(buildVolume) || !Number.isInteger(quantity) || quantity < 1 || quantity > 100_000)
    return null;
  const most = perBuild(size, buildVolume, stacked.has(processKey));
  if (most === 0) return null;
  const builds = Math.ceil(quantity / most);
  const cost = builds * (buildCosts[processKey] ?? usualCost);
  const full = builds * most;
  const share = (pieces) => Math.round(cost / pieces);
  return { perBuild: most, builds, full, share: share(quantity), fullShare: share(full), currency: 'EUR' };
}
