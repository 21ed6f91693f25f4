import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Group,
  LineSegments,
  Mesh,
  Ray,
  Sphere,
  Vector3,
  type LineBasicMaterial,
} from 'three';
import { extremePoints } from '../../../geometry/hull/extremes.ts';
import type { Preview } from '../../../geometry/preview/format.ts';
import { Features } from '../measure/features.ts';
import type { SurfaceMaterial } from './material.ts';
import { Picker, type RayHit } from './picker.ts';
import { lineLayer } from './SectionCap.ts';
import type { Vec } from './vectors.ts';

/** Components move apart by at most this share of their distance from the middle. */
const explodeShare = 1.4;
/** Number of outline points of each component. */
const outlinePoints = 60;

/** A part in the scene: its components on shared buffers, each movable. */
export class PartModel {
  readonly group = new Group();
  /** The box of the part in the file's own coordinates, with no component moved. */
  readonly box = new Box3();
  readonly facets: number;
  readonly #preview: Preview;
  readonly #surface = new BufferGeometry();
  readonly #meshes: Mesh[] = [];
  readonly #geometries: BufferGeometry[] = [];
  readonly #centers: Vector3[] = [];
  readonly #picker: Picker;
  readonly #edgeMaterial: LineBasicMaterial;
  #lines: LineSegments[] = [];
  #known: Features | undefined;
  #extremes: Float32Array[] | undefined;

  constructor(preview: Preview, material: SurfaceMaterial, edgeMaterial: LineBasicMaterial) {
    this.#preview = preview;
    this.#edgeMaterial = edgeMaterial;
    this.facets = preview.triangles.length / 3;
    const index = new BufferAttribute(preview.triangles, 1);
    this.#surface.setIndex(index);
    this.#surface.setAttribute('position', new BufferAttribute(preview.positions, 3));
    this.#surface.setAttribute('normal', new BufferAttribute(preview.normals, 3));
    for (const { first, count } of preview.components) {
      const box = boxOf(preview, first, count);
      this.box.union(box);
      this.#centers.push(box.getCenter(new Vector3()));
      const geometry = new BufferGeometry();
      geometry.setIndex(index);
      geometry.attributes = this.#surface.attributes;
      geometry.setDrawRange(first * 3, count * 3);
      geometry.boundingBox = box;
      geometry.boundingSphere = box.getBoundingSphere(new Sphere());
      this.#geometries.push(geometry);
      const mesh = new Mesh(geometry, material);
      this.#meshes.push(mesh);
      this.group.add(mesh);
    }
    this.#picker = new Picker(this.#surface, preview.components);
  }

  get features(): Features {
    this.#known ??= new Features(this.#preview);
    return this.#known;
  }

  /** Draws the edges from now on. Finding them takes some time at first. */
  showEdges(shown: boolean): void {
    if (shown && this.#lines.length === 0) {
      const positions = new BufferAttribute(this.features.segments, 3);
      this.#lines = this.#meshes.map((mesh, component) => {
        const { start, count } = this.features.rangeOf(component);
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', positions);
        geometry.setDrawRange(start, count);
        geometry.boundingSphere = mesh.geometry.boundingSphere;
        this.#geometries.push(geometry);
        const lines = new LineSegments(geometry, this.#edgeMaterial);
        lines.layers.set(lineLayer);
        mesh.add(lines);
        return lines;
      });
    }
    for (const lines of this.#lines) lines.visible = shown;
  }

  explode(share: number): void {
    const middle = this.box.getCenter(new Vector3());
    this.#meshes.forEach((mesh, component) => {
      const center = this.#centers[component] ?? middle;
      mesh.position
        .copy(center)
        .sub(middle)
        .multiplyScalar(share * explodeShare);
    });
    this.group.updateMatrixWorld(true);
  }

  /** How far a component is moved from its place. */
  offsetOf(component: number): Vector3 {
    return this.#meshes[component]?.position ?? new Vector3();
  }

  /** The box of what is drawn now. */
  worldBox(): Box3 {
    this.group.updateMatrixWorld(true);
    const box = new Box3();
    const one = new Box3();
    for (const mesh of this.#meshes) {
      if (mesh.geometry.boundingBox) box.union(one.copy(mesh.geometry.boundingBox).applyMatrix4(mesh.matrixWorld));
    }
    return box;
  }

  /** Points of the scene around the part. A few percent of it may lie outside. */
  outline(): Vector3[] {
    this.group.updateMatrixWorld(true);
    this.#extremes ??= this.#preview.components.map(({ first, count }) =>
      extremePoints(pointsOf(this.#preview, first, count), outlinePoints),
    );
    return this.#extremes.flatMap((points, component) => {
      const matrix = this.#meshes[component]?.matrixWorld ?? this.group.matrixWorld;
      return Array.from({ length: points.length / 3 }, (_, at) =>
        new Vector3().fromArray(points, at * 3).applyMatrix4(matrix),
      );
    });
  }

  /** Wall thickness at each vertex, mm. */
  setThickness(map: Float32Array | null): void {
    if (map && map.length === this.#preview.positions.length / 3)
      this.#surface.setAttribute('thickness', new BufferAttribute(map, 1));
    else this.#surface.deleteAttribute('thickness');
  }

  /** The first surface on a ray that `seen` accepts. */
  async hit(ray: Ray, seen: (point: Vector3) => boolean) {
    this.group.updateMatrixWorld(true);
    const rays = this.#meshes.map((mesh) => ray.clone().applyMatrix4(mesh.matrixWorld.clone().invert()));
    const rayFor = (component: number) => rays[component] ?? ray;
    return this.#picker.first(rayFor, ({ distance }) => seen(ray.at(distance, new Vector3())));
  }

  /** Thickness of the material behind a point, straight in, mm; `null` when there is none. */
  async wallAt(point: Vec, normal: Vec, component: number): Promise<number | null> {
    const inward = new Vector3(...normal).negate();
    const ray = new Ray(new Vector3(...point).addScaledVector(inward, 1e-4 * this.#reach), inward);
    const leaves = ({ facet }: RayHit, of: number) => of === component && inward.dot(this.normalOf(facet)) > 0;
    const hit = await this.#picker.first(() => ray, leaves);
    return hit ? hit.distance + 1e-4 * this.#reach : null;
  }

  normalOf(facet: number): Vector3 {
    const [a, b, c] = [0, 1, 2].map((corner) => this.#vertex(this.#preview.triangles[facet * 3 + corner] ?? 0));
    if (!a || !b || !c) return new Vector3(0, 0, 1);
    return b.sub(a).cross(c.sub(a)).normalize();
  }

  dispose(): void {
    this.#picker.dispose();
    this.group.removeFromParent();
    for (const geometry of this.#geometries) geometry.dispose();
    this.#surface.dispose();
  }

  get #reach(): number {
    return this.box.getSize(new Vector3()).length();
  }

  #vertex(index: number): Vector3 {
    return new Vector3().fromArray(this.#preview.positions, index * 3);
  }
}

function boxOf({ positions, triangles }: Preview, first: number, count: number): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (let corner = first * 3; corner < (first + count) * 3; corner++)
    box.expandByPoint(point.fromArray(positions, (triangles[corner] ?? 0) * 3));
  return box;
}

/** The vertices of a component, which are contiguous. */
function pointsOf({ positions, triangles }: Preview, first: number, count: number): Float32Array {
  let low = Infinity;
  let high = 0;
  for (let corner = first * 3; corner < (first + count) * 3; corner++) {
    const vertex = triangles[corner] ?? 0;
    low = Math.min(low, vertex);
    high = Math.max(high, vertex);
  }
  return positions.subarray(low * 3, high * 3 + 3);
}
