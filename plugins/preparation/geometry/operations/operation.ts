import type { Mesh } from '../mesh.ts';
import type { Warning } from '../readers/reading.ts';

/** Receives the share that is done, 0 to 1. */
export type Progress = (share: number) => void;

/** What an operation made of a mesh in millimetres, z up. */
export interface Outcome<Details> {
  /**
   * Empty when the operation made no mesh. `suffix` distinguishes several (`above`, `below`) and is empty for a
   * single one.
   */
  meshes: readonly { suffix: string; mesh: Mesh }[];
  details: Details;
  warnings: readonly Warning[];
}
