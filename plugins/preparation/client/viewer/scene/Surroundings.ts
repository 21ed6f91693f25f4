import {
  Box3Helper,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  LineBasicMaterial,
  Vector3,
  type Box3,
  type Camera,
  type Scene,
} from 'three';
import type { Palette } from './colors.ts';
import { lineLayer } from './SectionCap.ts';

/** What surrounds a part: lights, its box, the build plate below. */
export class Surroundings {
  readonly #scene: Scene;
  readonly #box: Box3;
  readonly #light = new DirectionalLight(0xffffff, 2.1);
  readonly #frame: Box3Helper;
  #plate: GridHelper | undefined;

  /** `box`: the box of the part, which may change. */
  constructor(scene: Scene, box: Box3) {
    this.#scene = scene;
    this.#box = box;
    this.#frame = new Box3Helper(box);
    this.#frame.layers.set(lineLayer);
    scene.add(new HemisphereLight(0xffffff, 0x8a8f99, 1.5), this.#light, this.#light.target, this.#frame);
  }

  wear({ grid }: Palette): void {
    const { material } = this.#frame;
    for (const one of Array.isArray(material) ? material : [material])
      if (one instanceof LineBasicMaterial) one.color.copy(grid);
    this.#takePlate();
  }

  show(shown: { box: boolean; plate: boolean }, palette: Palette): void {
    this.#frame.visible = shown.box;
    if (shown.plate) this.#placePlate(palette);
    else this.#takePlate();
  }

  /** Puts the light over the left shoulder of the viewer, so that surfaces of different directions look different. */
  follow(camera: Camera, target: Vector3): void {
    const aside = new Vector3(-0.45, 0.6, 0).multiplyScalar(camera.position.distanceTo(target));
    this.#light.position.copy(aside.applyQuaternion(camera.quaternion).add(camera.position));
    this.#light.target.position.copy(target);
  }

  dispose(): void {
    this.#takePlate();
    this.#frame.dispose();
    this.#light.dispose();
  }

  #placePlate({ grid }: Palette): void {
    const { min, max } = this.#box;
    if (!this.#plate) {
      const side = Math.max(max.x - min.x, max.y - min.y, 1e-3) * 1.4;
      const cell = 10 ** Math.floor(Math.log10(side) - 0.5);
      const cells = Math.ceil(side / cell);
      this.#plate = new GridHelper(cells * cell, cells, grid, grid);
      this.#plate.rotateX(Math.PI / 2);
      this.#plate.layers.set(lineLayer);
      this.#scene.add(this.#plate);
    }
    const center = this.#box.getCenter(new Vector3());
    this.#plate.position.set(center.x, center.y, min.z);
  }

  #takePlate(): void {
    this.#plate?.dispose();
    this.#plate?.removeFromParent();
    this.#plate = undefined;
  }
}
