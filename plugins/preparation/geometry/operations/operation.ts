import type { Mesh } from '../mesh.ts';
import type { Warning } from '../readers/reading.ts';

/** Tells how much is done, 0 to 1, as often as the operation likes. */
export type Progress = (share: number) => void;

/** What an operation made of a mesh in millimetres, z up. */
export interface Outcome<Details> {
  /** None when the operation only looked. `suffix` tells several apart: `above`, `below`; empty for an only one. */
  meshes: readonly { suffix: string; mesh: Mesh }[];
  details: Details;
  warnings: readonly Warning[];
}
