import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { PlateViewerPiece } from '@sinter/sdk/contract/preparation/plateViewer';
import type { Preview } from '../../geometry/preview/format.ts';
import { ViewCamera } from '../viewer/scene/camera.ts';
import { Canvas } from '../viewer/scene/Canvas.ts';
import { paletteOf, type Palette } from '../viewer/scene/colors.ts';
import { Surroundings } from '../viewer/scene/Surroundings.ts';
import { mostFacets, withFacets } from './detail.ts';

type Tone = NonNullable<PlateViewerPiece['tone']>;

/** The colours of the page that say what became of a piece. */
const toneNames: Record<Exclude<Tone, 'usual'>, string> = {
  good: '--success',
  bad: '--danger',
  added: '--success',
  removed: '--danger',
  moved: '--warning',
};

/** All copies of one part, drawn at once: as they are seen at rest, and rougher ones for turning and picking. */
interface Copies {
  pieces: readonly PlateViewerPiece[];
  still: InstancedMesh;
  moving: InstancedMesh;
}

/** Parts where they lie in a machine. */
export class PlateScene {
  readonly camera: ViewCamera;
  readonly #container: HTMLElement;
  readonly #canvas: Canvas;
  readonly #scene = new Scene();
  readonly #material = new MeshLambertMaterial();
  readonly #box = new Box3();
  readonly #sphere = new Sphere();
  readonly #around = new Surroundings(this.#scene, this.#box);
  readonly #copies = new Map<string, Copies>();
  readonly #corners: Vector3[] = [];
  #palette: Palette;
  #tones: Partial<Record<Tone, Color>> = {};
  #pickedColor = new Color();
  #picked: string | null = null;

  /** Throws an Error when the browser has no WebGL. `lost`: the graphics context was lost, or is back. */
  constructor(container: HTMLElement, boxMm: readonly [number, number, number], lost: (lost: boolean) => void) {
    this.#container = container;
    this.#box.set(new Vector3(), new Vector3(...boxMm));
    this.#box.getBoundingSphere(this.#sphere);
    const { min, max } = this.#box;
    for (const x of [min.x, max.x])
      for (const y of [min.y, max.y]) for (const z of [min.z, max.z]) this.#corners.push(new Vector3(x, y, z));
    this.#canvas = new Canvas(container, {
      paint: (renderer) => this.#paint(renderer),
      resized: (width, height) => this.camera.resize(width, height),
      lost,
    });
    this.#palette = paletteOf(container);
    const shape = { sphere: this.#sphere, outline: () => this.#corners };
    this.camera = new ViewCamera(this.#canvas.element, shape, () => this.#canvas.move());
    this.#canvas.open();
    this.wear();
    this.camera.view('ISO', false);
  }

  /** Shows the copies of a part, in place of those before. `all`: pieces on the whole plate, which share what is drawn. */
  show(part: string, preview: Preview, pieces: readonly PlateViewerPiece[], all: number): void {
    this.#take(part);
    if (pieces.length > 0) {
      const level = (most: number) => this.#add(withFacets(preview, most / Math.max(all, 1)), pieces);
      this.#copies.set(part, { pieces, still: level(mostFacets.still), moving: level(mostFacets.moving) });
    }
    this.#color();
  }

  pick(key: string | null): void {
    this.#picked = key;
    this.#color();
  }

  /** Applies the colours of the page after they have changed. */
  wear(): void {
    this.#palette = paletteOf(this.#container);
    const style = getComputedStyle(this.#container);
    const color = (name: string) => new Color(style.getPropertyValue(name).trim() || '#888');
    this.#tones = { usual: this.#palette.part };
    for (const [tone, name] of Object.entries(toneNames)) Object.assign(this.#tones, { [tone]: color(name) });
    this.#pickedColor = color('--primary');
    this.#around.wear(this.#palette);
    this.#around.show({ box: true, plate: false }, this.#palette);
    this.#color();
  }

  /** The piece at a point of the canvas, in pixels from its corner. */
  at(x: number, y: number): string | null {
    const { clientWidth, clientHeight } = this.#canvas.element;
    const caster = new Raycaster();
    const { current } = this.camera;
    current.updateMatrixWorld();
    caster.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), current);
    const all = [...this.#copies.values()];
    const [hit] = caster.intersectObjects(
      all.map(({ moving }) => moving),
      false,
    );
    const copies = all.find(({ moving }) => moving === hit?.object);
    return copies?.pieces[hit?.instanceId ?? -1]?.key ?? null;
  }

  onFrame(listener: () => void): () => void {
    return this.#canvas.onFrame(listener);
  }

  dispose(): void {
    this.camera.dispose();
    for (const part of [...this.#copies.keys()]) this.#take(part);
    this.#around.dispose();
    this.#material.dispose();
    this.#canvas.dispose();
  }

  #add({ positions, normals, triangles }: Preview, pieces: readonly PlateViewerPiece[]): InstancedMesh {
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    const mesh = new InstancedMesh(geometry, this.#material, pieces.length);
    const matrix = new Matrix4();
    pieces.forEach(({ placement }, at) => mesh.setMatrixAt(at, matrix.fromArray([...placement])));
    this.#scene.add(mesh);
    return mesh;
  }

  #take(part: string): void {
    const copies = this.#copies.get(part);
    this.#copies.delete(part);
    for (const mesh of copies ? [copies.still, copies.moving] : []) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }

  #color(): void {
    for (const { pieces, still, moving } of this.#copies.values()) {
      pieces.forEach(({ key, tone = 'usual' }, at) => {
        const color = key === this.#picked ? this.#pickedColor : (this.#tones[tone] ?? this.#palette.part);
        for (const mesh of [still, moving]) mesh.setColorAt(at, color);
      });
      for (const { instanceColor } of [still, moving]) if (instanceColor) instanceColor.needsUpdate = true;
    }
    this.#canvas.draw();
  }

  #paint(renderer: WebGLRenderer): void {
    const rough = this.#canvas.moving && this.#canvas.slow;
    for (const { still, moving } of this.#copies.values()) {
      still.visible = !rough;
      moving.visible = rough;
    }
    const { current, controls } = this.camera;
    current.updateMatrixWorld();
    this.#around.follow(current, controls.target);
    renderer.clear();
    renderer.render(this.#scene, current);
  }
}
