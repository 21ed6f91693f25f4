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
import { LINE_LAYER } from './SectionCap.ts';

/** What stands around a part: light, the box it fills, the build plate below. */
export class Surroundings {
  private readonly scene: Scene;
  private readonly box: Box3;
  private readonly light = new DirectionalLight(0xffffff, 2.1);
  private readonly frame: Box3Helper;
  private plate: GridHelper | undefined;

  /** `box` is around the part, and may change. */
  constructor(scene: Scene, box: Box3) {
    this.scene = scene;
    this.box = box;
    this.frame = new Box3Helper(box);
    this.frame.layers.set(LINE_LAYER);
    scene.add(new HemisphereLight(0xffffff, 0x8a8f99, 1.5), this.light, this.light.target, this.frame);
  }

  wear({ grid }: Palette): void {
    const { material } = this.frame;
    for (const one of Array.isArray(material) ? material : [material])
      if (one instanceof LineBasicMaterial) one.color.copy(grid);
    this.takePlate();
  }

  show(shown: { box: boolean; plate: boolean }, palette: Palette): void {
    this.frame.visible = shown.box;
    if (shown.plate) this.placePlate(palette);
    else this.takePlate();
  }

  /** From over the eye's left shoulder: what faces one way is told from what faces another. */
  follow(camera: Camera, target: Vector3): void {
    const aside = new Vector3(-0.45, 0.6, 0).multiplyScalar(camera.position.distanceTo(target));
    this.light.position.copy(aside.applyQuaternion(camera.quaternion).add(camera.position));
    this.light.target.position.copy(target);
  }

  dispose(): void {
    this.takePlate();
    this.frame.dispose();
    this.light.dispose();
  }

  private placePlate({ grid }: Palette): void {
    const { min, max } = this.box;
    if (!this.plate) {
      const side = Math.max(max.x - min.x, max.y - min.y, 1e-3) * 1.4;
      const cell = 10 ** Math.floor(Math.log10(side) - 0.5);
      const cells = Math.ceil(side / cell);
      this.plate = new GridHelper(cells * cell, cells, grid, grid);
      this.plate.rotateX(Math.PI / 2);
      this.plate.layers.set(LINE_LAYER);
      this.scene.add(this.plate);
    }
    const center = this.box.getCenter(new Vector3());
    this.plate.position.set(center.x, center.y, min.z);
  }

  private takePlate(): void {
    this.plate?.dispose();
    this.plate?.removeFromParent();
    this.plate = undefined;
  }
}
