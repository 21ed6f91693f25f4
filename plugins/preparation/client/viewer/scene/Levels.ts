import type { Group, LineBasicMaterial } from 'three';
import type { Preview } from '../../../geometry/preview/format.ts';
import { coarsen } from './coarsen.ts';
import type { SurfaceMaterial } from './material.ts';
import { PartModel } from './PartModel.ts';

/** A mesh with more facets than this is not drawn while the user turns the part. */
const mostFacetsWhileTurning = 400_000;
/** A picture with fewer facets than this is slow for another reason. */
const fewestSlowFacets = 20_000;

/** What decides how a picture is drawn: the part is turned, the computer is slow, vertices have colours. */
export interface Haste {
  moving: boolean;
  slow: boolean;
  heated: boolean;
}

/** One part at several levels of detail. */
export class Levels {
  /** The level that edges, colours and sizes come from. */
  readonly light: PartModel;
  readonly #preview: Preview;
  readonly #parent: Group;
  readonly #surface: SurfaceMaterial;
  readonly #edges: LineBasicMaterial;
  #full: PartModel | undefined;
  #rough: PartModel | undefined;
  #sources: Uint32Array | undefined;
  #share = 0;
  #map: Float32Array | null = null;

  constructor(preview: Preview, parent: Group, surface: SurfaceMaterial, edges: LineBasicMaterial) {
    this.#preview = preview;
    this.#parent = parent;
    this.#surface = surface;
    this.#edges = edges;
    this.light = this.#add(preview);
  }

  /** The most exact level, on which points are picked. */
  get finest(): PartModel {
    return this.#full ?? this.light;
  }

  showFull(preview: Preview): void {
    this.#full?.dispose();
    this.#full = this.#add(preview);
  }

  explode(share: number): void {
    this.#share = share;
    for (const model of this.#models) model.explode(share);
  }

  /** Wall thickness at each vertex of the light mesh, mm. */
  setThickness(map: Float32Array | null): void {
    this.#map = map;
    this.light.setThickness(map);
    this.#colorRough();
  }

  /** Shows the level that suits the state; `null` shows none. */
  show(haste: Haste | null): void {
    const chosen = haste && this.#choose(haste);
    for (const model of this.#models) model.group.visible = model === chosen;
  }

  dispose(): void {
    for (const model of this.#models) model.dispose();
  }

  #choose({ moving, slow, heated }: Haste): PartModel {
    if (moving && slow && this.light.facets > fewestSlowFacets) return this.#roughly();
    if (!this.#full || heated || (moving && this.#full.facets > mostFacetsWhileTurning)) return this.light;
    return this.#full;
  }

  #roughly(): PartModel {
    if (this.#rough) return this.#rough;
    const { preview, sources } = coarsen(this.#preview);
    this.#sources = sources;
    this.#rough = this.#add(preview);
    this.#rough.explode(this.#share);
    this.#colorRough();
    return this.#rough;
  }

  #colorRough(): void {
    const map = this.#map;
    const sources = this.#sources;
    this.#rough?.setThickness(map && sources ? Float32Array.from(sources, (vertex) => map[vertex] ?? NaN) : null);
  }

  get #models(): PartModel[] {
    return [this.light, this.#full, this.#rough].filter((model) => model !== undefined);
  }

  #add(preview: Preview): PartModel {
    const model = new PartModel(preview, this.#surface, this.#edges);
    this.#parent.add(model.group);
    return model;
  }
}
