import { Group, Matrix4, Vector3, type Camera } from 'three';
import type { Vec } from './vectors.ts';

export const tripleOf = ({ x, y, z }: Vector3): Vec => [x, y, z];

/** Converts between the part's own millimetres, those of the scene, and pixels of the canvas. */
export class Space {
  /** Holds everything that moves with the part. */
  readonly placed = new Group();
  /** How far a component has been moved from its place. */
  readonly #offsetOf: (component: number) => Vector3;

  constructor(offsetOf: (component: number) => Vector3) {
    this.#offsetOf = offsetOf;
    this.placed.matrixAutoUpdate = false;
  }

  place(placement: readonly number[] | null): void {
    this.placed.matrix.copy(placement ? new Matrix4().fromArray([...placement]) : new Matrix4());
    this.placed.updateMatrixWorld(true);
  }

  toWorld(position: Vec, component?: number): Vector3 {
    const point = new Vector3(...position);
    if (component !== undefined) point.add(this.#offsetOf(component));
    return point.applyMatrix4(this.placed.matrixWorld);
  }

  toPart(world: Vector3, component?: number): Vec {
    const point = world.clone().applyMatrix4(this.#inverse);
    if (component !== undefined) point.sub(this.#offsetOf(component));
    return tripleOf(point);
  }

  directionToWorld(direction: Vec): Vector3 {
    return new Vector3(...direction).transformDirection(this.placed.matrixWorld);
  }

  directionToPart(direction: Vector3): Vector3 {
    return direction.clone().transformDirection(this.#inverse);
  }

  get #inverse(): Matrix4 {
    return this.placed.matrixWorld.clone().invert();
  }
}

/** Pixels from the corner of a canvas; `hidden` when the point is behind the camera. */
export function toPixels(world: Vector3, camera: Camera, canvas: HTMLCanvasElement) {
  const { x, y, z } = world.clone().project(camera);
  return {
    x: ((x + 1) / 2) * canvas.clientWidth,
    y: ((1 - y) / 2) * canvas.clientHeight,
    hidden: Math.abs(z) > 1,
  };
}
