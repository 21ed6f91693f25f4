import type { Group, LineBasicMaterial } from 'three';
import type { Preview } from '../../../geometry/preview/format.ts';
import { coarsen } from './coarsen.ts';
import type { SurfaceMaterial } from './material.ts';
import { PartModel } from './PartModel.ts';

/** More facets than these are not drawn while one turns the part. */
const SMOOTH = 400_000;
/** Fewer than these are no reason for a slow picture. */
const FEW = 20_000;

/** How a picture is drawn: while the part is turned, on a computer that has been found slow, with colours per vertex. */
export interface Haste {
  moving: boolean;
  slow: boolean;
  heated: boolean;
}

/** One part at its levels of detail. */
export class Levels {
  /** What edges, colours and sizes are taken from. */
  readonly light: PartModel;
  private readonly preview: Preview;
  private readonly parent: Group;
  private readonly surface: SurfaceMaterial;
  private readonly edges: LineBasicMaterial;
  private full: PartModel | undefined;
  private rough: PartModel | undefined;
  private sources: Uint32Array | undefined;
  private share = 0;
  private map: Float32Array | null = null;

  constructor(preview: Preview, parent: Group, surface: SurfaceMaterial, edges: LineBasicMaterial) {
    this.preview = preview;
    this.parent = parent;
    this.surface = surface;
    this.edges = edges;
    this.light = this.add(preview);
  }

  /** What is exact: points are picked on it. */
  get finest(): PartModel {
    return this.full ?? this.light;
  }

  showFull(preview: Preview): void {
    this.full?.dispose();
    this.full = this.add(preview);
  }

  explode(share: number): void {
    this.share = share;
    for (const model of this.models) model.explode(share);
  }

  /** Millimetres of wall at each vertex of the light mesh. */
  setThickness(map: Float32Array | null): void {
    this.map = map;
    this.light.setThickness(map);
    this.colorRough();
  }

  /** Lets the one that suits be drawn; or none. */
  show(haste: Haste | null): void {
    const chosen = haste && this.choose(haste);
    for (const model of this.models) model.group.visible = model === chosen;
  }

  dispose(): void {
    for (const model of this.models) model.dispose();
  }

  private choose({ moving, slow, heated }: Haste): PartModel {
    if (moving && slow && this.light.facets > FEW) return this.roughly();
    if (!this.full || heated || (moving && this.full.facets > SMOOTH)) return this.light;
    return this.full;
  }

  private roughly(): PartModel {
    if (this.rough) return this.rough;
    const { preview, sources } = coarsen(this.preview);
    this.sources = sources;
    this.rough = this.add(preview);
    this.rough.explode(this.share);
    this.colorRough();
    return this.rough;
  }

  private colorRough(): void {
    const { map, sources } = this;
    this.rough?.setThickness(map && sources ? Float32Array.from(sources, (vertex) => map[vertex] ?? NaN) : null);
  }

  private get models(): PartModel[] {
    return [this.light, this.full, this.rough].filter((model) => model !== undefined);
  }

  private add(preview: Preview): PartModel {
    const model = new PartModel(preview, this.surface, this.edges);
    this.parent.add(model.group);
    return model;
  }
}
