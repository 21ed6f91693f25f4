import { DoubleSide, type BufferGeometry, type Ray } from 'three';
import { CENTER, MeshBVH } from 'three-mesh-bvh';
import type { Preview } from '../../../geometry/preview/format.ts';
import { breathe } from '../part.ts';

/** Number of facets of one tree: building it takes about ten milliseconds. */
const facetsPerTree = 40_000;

export interface RayHit {
  distance: number;
  facet: number;
}

interface Chunk {
  component: number;
  tree: MeshBVH;
}

/** Finds where rays meet a part. It is built in slices when it is first needed. */
export class Picker {
  readonly #geometry: BufferGeometry;
  readonly #components: Preview['components'];
  #building: Promise<Chunk[]> | undefined;
  #disposed = false;

  constructor(geometry: BufferGeometry, components: Preview['components']) {
    this.#geometry = geometry;
    this.#components = components;
  }

  /** The nearest facet of each component that `seen` accepts. The ray is in the component's own coordinates. */
  async first(rayFor: (component: number) => Ray, seen: (hit: RayHit, component: number) => boolean) {
    this.#building ??= this.#build();
    let best: (RayHit & { component: number }) | null = null;
    for (const { component, tree } of await this.#building) {
      const ray = rayFor(component);
      let near = 0;
      for (;;) {
        const found = tree.raycastFirst(ray, DoubleSide, near);
        if (!found || (best && found.distance >= best.distance)) break;
        const hit = { distance: found.distance, facet: found.faceIndex ?? 0 };
        if (seen(hit, component)) {
          best = { ...hit, component };
          break;
        }
        near = found.distance * (1 + 1e-6) + 1e-6;
      }
    }
    return best;
  }

  dispose(): void {
    this.#disposed = true;
  }

  async #build(): Promise<Chunk[]> {
    const chunks: Chunk[] = [];
    for (const [component, { first, count }] of this.#components.entries()) {
      for (let at = 0; at < count && !this.#disposed; at += facetsPerTree) {
        const range = { start: (first + at) * 3, count: Math.min(facetsPerTree, count - at) * 3 };
        const tree = new MeshBVH(this.#geometry, { strategy: CENTER, indirect: true, range, setBoundingBox: false });
        chunks.push({ component, tree });
        await breathe();
      }
    }
    return chunks;
  }
}
