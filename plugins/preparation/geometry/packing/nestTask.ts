import { GeometryError } from '../errors.ts';
import { facetCount } from '../mesh.ts';
import { say } from '../say.ts';
import { verify } from '../verify.ts';
import { Checker } from './check.ts';
import { nest, type NestedBuild, type NestOptions, type NestPart, type Nesting } from './nest.ts';
import { writeThreeMf } from './threeMf.ts';

/** Arrangements that are tried when there is time. */
const passes = 24;
/** Of everything that is tried, within the time that a task has. */
const mostMs = 7 * 60_000;
/** Shares of the progress: arranging, and the check. */
const arranged = 0.8;
const checked = 0.9;
/** Facets that all files together may hold, each part once a build. */
const mostFacets = 20_000_000;

interface Wanted extends Pick<NestOptions, 'boxMm' | 'wallMm' | 'spacingMm' | 'space' | 'turning' | 'mostBuilds'> {
  /** For better arrangements, once there is one. */
  seconds: number;
  titles: readonly string[];
  isEnough: () => boolean;
}

interface MadeBuild extends NestedBuild {
  areaMm2: number;
  heightsMm: number;
  threeMf: Uint8Array<ArrayBuffer>;
}

/** Arranges parts, checks every build with its triangles, and writes each as a file. */
export function nestTask(
  parts: readonly (NestPart & { name: string })[],
  { seconds, titles, isEnough, ...options }: Wanted,
  onProgress: (share: number) => void,
): Omit<Nesting, 'builds'> & { builds: MadeBuild[] } {
  const began = performance.now();
  let whole: number | null = null;
  const share = (): number =>
    whole === null ? 0 : Math.min(1, (performance.now() - whole) / Math.min(seconds * 1000, began + mostMs - whole));
  const { builds, ...found } = nest(parts, {
    ...options,
    ...{ seed: 1, passes },
    enough: (first) => {
      if (!first) whole ??= performance.now();
      return isEnough() || performance.now() - began >= mostMs || share() >= 1;
    },
    onProgress: (done) => onProgress(arranged * Math.max(done, share() * 0.99)),
  });
  const checker = new Checker(parts);
  const facts = new Map(parts.map(({ id, mesh }) => [id, facetCount(mesh) === 0 ? 0 : verify(mesh).areaMm2]));
  const facets = builds.reduce((sum, { instances }) => sum + facetsOf(parts, instances), 0);
  if (facets > mostFacets) {
    throw new GeometryError('TOO_LARGE', say('nestFacets', { facets, most: mostFacets }));
  }
  const made = builds.map((build, i): MadeBuild => {
    const part = (done: number): number => arranged + ((checked - arranged) * (i + done)) / builds.length;
    const conflict = checker.conflictIn(build.instances, options, (done) => onProgress(part(done)));
    if (conflict) throw new GeometryError('NOT_POSSIBLE', say('nestTooClose'));
    const areaMm2 = build.instances.reduce((sum, { id }) => sum + (facts.get(id) ?? 0), 0);
    return { ...build, areaMm2, heightsMm: checker.heightsOf(build.instances), threeMf: new Uint8Array() };
  });
  return {
    ...found,
    builds: made.map((build, i) => {
      onProgress(checked + ((1 - checked) * i) / made.length);
      return { ...build, threeMf: writeThreeMf({ title: titles[i] ?? '', parts, instances: build.instances }) };
    }),
  };
}

function facetsOf(parts: readonly NestPart[], instances: NestedBuild['instances']): number {
  const used = new Set(instances.map(({ id }) => id));
  return parts.reduce((sum, { id, mesh }) => sum + (used.has(id) ? facetCount(mesh) : 0), 0);
}
