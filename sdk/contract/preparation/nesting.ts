import { createToken } from '../../plugin/token.ts';
import type { JobContext } from '../../server/defineServer.ts';
import type { Said } from '../said.ts';
import type { LengthUnit } from './lengthUnit.ts';

/** Parts to arrange in the builds of one machine. Lengths in mm. */
export interface NestingRequest {
  /** `id`: as the caller knows it; `name`: of the part in what is made. */
  parts: readonly { id: number; fileId: number; units: LengthUnit; quantity: number; name: string }[];
  boxMm: readonly [x: number, y: number, z: number];
  /** Kept free along the walls; in powder also below and above. */
  wallMm: number;
  /** Kept free between any two parts. */
  spacingMm: number;
  /** `BED`: in powder, also above each other. `PLATE`: beside each other, each on the plate. */
  space: 'BED' | 'PLATE';
  /** `ANY`: laid on any side. `ABOUT_Z`: turned about the vertical. `KEPT`: as it lies in its file. */
  turning: 'ANY' | 'ABOUT_Z' | 'KEPT';
  mostBuilds: number;
  /** For better arrangements, once there is one. */
  seconds: number;
  /** The name of a build in what is made, from 1 on. */
  titleOf: (build: number) => string;
}

export interface NestedBuild {
  /** `copy`: from 0 on over all builds. `placement`: 16 numbers, column by column, from the file to the machine. */
  instances: readonly { id: number; copy: number; placement: readonly number[] }[];
  heightMm: number;
  volumeMm3: number;
  areaMm2: number;
  /** Of all parts together, as they lie. */
  heightsMm: number;
  /** Volume of the parts over that of the machine's box up to the height, 0 to 1. */
  utilisation: number;
  /** A 3MF: each part once, an item for each copy with its placement and ids. */
  threeMf: Uint8Array;
}

export interface NestingResult {
  builds: readonly NestedBuild[];
  left: readonly { id: number; quantity: number; why: { message: string; said: Said } }[];
  /** Parts with holes: what they enclose may have counted as free, and their volume is uncertain. */
  open: readonly number[];
  /** Arrangements that were tried. */
  passes: number;
}

export interface NestingRun {
  /** Gives up. */
  signal: AbortSignal;
  /** What was found until then is the result. */
  enough: AbortSignal;
  /** 0 to 1, a few times a second. */
  onProgress: (share: number) => void;
}

/** Arranges parts in builds, in the threads that file operations run in. For background jobs: asks for no rights. */
export interface PartNesting {
  /**
   * No two parts are nearer than the spacing: that is checked with their triangles before anything is answered.
   * @throws CallError with the reason when a file or the request is at fault; `signal.reason`
   */
  nest(context: JobContext, request: NestingRequest, run: NestingRun): Promise<NestingResult>;
}
export const partNesting = createToken<PartNesting>('preparation/PartNesting@1');
