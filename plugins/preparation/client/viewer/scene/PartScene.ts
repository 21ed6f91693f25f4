import { Box3, Plane, Raycaster, Scene, Sphere, Vector2, Vector3, type WebGLRenderer } from 'three';
import type { Preview } from '../../../geometry/preview/format.ts';
import type { Feature } from '../measure/features.ts';
import { ViewCamera, type CameraPose, type Projection } from './camera.ts';
import { Canvas } from './Canvas.ts';
import { paletteOf, type Palette } from './colors.ts';
import { Levels } from './Levels.ts';
import { EdgeMaterial, SurfaceMaterial } from './material.ts';
import { SectionCap } from './SectionCap.ts';
import { Space, toPixels, tripleOf } from './Space.ts';
import { Surroundings } from './Surroundings.ts';
import type { Vec } from './vectors.ts';

export type Axis = 'X' | 'Y' | 'Z';
/** A place on the part: its point in the file's millimetres, and its component. */
export interface Spot {
  position: Vec;
  normal: Vec;
  component: number;
}

/** What is drawn and how. Lengths in mm, shares 0 to 1. */
export interface SceneOptions {
  projection: Projection;
  edges: boolean;
  box: boolean;
  /** The part is closed; if it is not, surface seen from behind has another colour. */
  closed: boolean;
  section: { axis: Axis; share: number; flipped: boolean } | null;
  explode: number;
  /** Share of the picture's width that shows the part before the repair, from the left. */
  before: number | null;
  placement: readonly number[] | null;
  heat: { minimum: number; maximum: number } | null;
}

const normals: Record<Axis, Vec> = { X: [-1, 0, 0], Y: [0, -1, 0], Z: [0, 0, -1] };

/** The picture of a part: what it shows, and which place of the part is at a point of the canvas. */
export class PartScene {
  readonly camera: ViewCamera;
  readonly #container: HTMLElement;
  readonly #canvas: Canvas;
  readonly #scene = new Scene();
  readonly #space = new Space((component) => this.#part?.light.offsetOf(component) ?? new Vector3());
  readonly #surface = new SurfaceMaterial();
  readonly #edgeMaterial = new EdgeMaterial();
  readonly #plane = new Plane();
  readonly #cap = new SectionCap();
  readonly #sphere = new Sphere(new Vector3(), 1);
  readonly #box = new Box3();
  readonly #around = new Surroundings(this.#scene, this.#box);
  #part: Levels | undefined;
  #earlier: Levels | undefined;
  #palette: Palette;
  #options: SceneOptions | undefined;
  /** The camera has been fitted to the part. */
  #framed = false;

  /**
   * Throws an Error when the browser has no WebGL. `lost` is called when the graphics context is lost and when it is
   * back.
   */
  constructor(container: HTMLElement, lost: (lost: boolean) => void) {
    this.#container = container;
    this.#canvas = new Canvas(container, {
      paint: (renderer) => this.#paint(renderer),
      resized: (width, height) => this.camera.resize(width, height),
      lost,
    });
    this.#palette = paletteOf(container);
    this.#scene.add(this.#space.placed);
    const shape = { sphere: this.#sphere, outline: () => this.#part?.light.outline() ?? [] };
    this.camera = new ViewCamera(this.#canvas.element, shape, () => this.#canvas.move());
    this.#canvas.open();
    this.wear();
  }

  onFrame(listener: () => void): () => void {
    return this.#canvas.onFrame(listener);
  }

  show(preview: Preview): void {
    this.#part?.dispose();
    this.#part = this.#add(preview);
    this.#arrange();
  }

  /** The mesh with every facet, which is drawn when the part stands still. */
  showFull(preview: Preview): void {
    this.#part?.showFull(preview);
    this.#arrange();
  }

  showBefore(preview: Preview): void {
    this.#earlier?.dispose();
    this.#earlier = this.#add(preview);
    this.#arrange();
  }

  set(options: SceneOptions): void {
    const before = this.#options;
    this.#options = options;
    if (before?.projection !== options.projection) this.camera.project(options.projection);
    this.#arrange();
    if (!before) return;
    // The part stands elsewhere now.
    if (String(before.placement) !== String(options.placement)) this.camera.fit();
    else if (before.explode !== options.explode) this.camera.refit();
  }

  setThickness(map: Float32Array | null): void {
    this.#part?.setThickness(map);
    this.#canvas.draw();
  }

  /** Applies the colours of the page after they have changed. */
  wear(): void {
    this.#palette = paletteOf(this.#container);
    this.#surface.wear(this.#palette);
    this.#cap.wear(this.#palette);
    this.#edgeMaterial.color.copy(this.#palette.edge);
    this.#around.wear(this.#palette);
    this.#arrange();
  }

  /** The position of the camera, in the part's own millimetres. */
  get pose(): CameraPose {
    const { position, target, up } = this.camera.pose;
    const inPart = (point: Vec) => this.#space.toPart(new Vector3(...point));
    return { position: inPart(position), target: inPart(target), up };
  }

  fly({ position, target, up }: CameraPose): void {
    const inWorld = (point: Vec) => tripleOf(this.#space.toWorld(point));
    this.camera.fly({ position: inWorld(position), target: inWorld(target), up });
  }

  /** Looks at a place on the part from in front of it. */
  lookAt({ position, normal }: Pick<Spot, 'position' | 'normal'>): void {
    this.camera.lookAt(this.#space.toWorld(position), this.#space.directionToWorld(normal));
  }

  /** What is at a point of the canvas, in pixels from its corner. */
  async pick(x: number, y: number): Promise<Spot | null> {
    const { clientWidth, clientHeight } = this.#canvas.element;
    const model = this.#part?.finest;
    if (!model) return null;
    const caster = new Raycaster();
    const { current } = this.camera;
    current.updateMatrixWorld();
    caster.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), current);
    const eye = caster.ray;
    const hit = await model.hit(eye, (point) => !this.#isCut(point));
    if (!hit) return null;
    const { component, facet } = hit;
    let normal = model.normalOf(facet);
    const place = eye.at(hit.distance, new Vector3());
    if (this.#options?.section && this.#space.directionToWorld(tripleOf(normal)).dot(eye.direction) > 0) {
      // Seen from inside: the visible surface is the cut face.
      normal = this.#space.directionToPart(this.#plane.normal.clone().negate());
      eye.intersectPlane(this.#plane, place);
    }
    return { position: this.#space.toPart(place, component), normal: tripleOf(normal), component };
  }

  /** The edge within some pixels of a spot. */
  edgeAt(spot: Spot, pixels = 14): Feature | null {
    const { position, component } = spot;
    return this.#part?.light.features.nearest(position, this.#millimetres(spot, pixels), component) ?? null;
  }

  /** The corner within some pixels of a spot, or else the edge, or else the spot itself. */
  snap(spot: Spot, pixels = 10): Spot {
    const { position, component } = spot;
    const found = this.#part?.light.features.snap(position, this.#millimetres(spot, pixels), component);
    return found && !this.#isCut(this.#space.toWorld(found, component)) ? { ...spot, position: found } : spot;
  }

  /** Wall thickness behind a spot, mm; `null` when the part is open there. */
  async wallAt({ position, normal, component }: Spot): Promise<number | null> {
    return (await this.#part?.finest.wallAt(position, normal, component)) ?? null;
  }

  /** Whether the camera is on the upper side of the part along an axis. */
  isAbove(axis: Axis): boolean {
    const key = axis === 'X' ? 'x' : axis === 'Y' ? 'y' : 'z';
    return this.camera.current.position[key] > this.camera.controls.target[key];
  }

  /** Pixels from the corner of the canvas; `hidden` when the point is behind the camera. */
  toScreen(position: Vec, component?: number): { x: number; y: number; hidden: boolean } {
    return this.#toPixels(this.#space.toWorld(position, component));
  }

  /** Whether a surface with this normal faces away from the camera. */
  looksAway({ position, normal }: Pick<Spot, 'position' | 'normal'>): boolean {
    const away = this.camera.current.position.clone().sub(this.#space.toWorld(position));
    return this.#space.directionToWorld(normal).dot(away) < 0;
  }

  /** Where the labels with the sizes of the box go, in pixels, and the sizes in mm. */
  get boxLabels(): { axis: Axis; size: number; x: number; y: number; hidden: boolean }[] {
    const { min, max } = this.#box;
    const middle = this.#box.getCenter(new Vector3());
    const eye = this.camera.current.position;
    // On the edges of the box that are nearest to the camera.
    const near = new Vector3(
      eye.x > middle.x ? max.x : min.x,
      eye.y > middle.y ? max.y : min.y,
      eye.z > middle.z ? min.z : max.z,
    );
    const label = (axis: Axis, size: number, place: Vector3) => ({ axis, size, ...this.#toPixels(place) });
    return [
      label('X', max.x - min.x, new Vector3(middle.x, near.y, near.z)),
      label('Y', max.y - min.y, new Vector3(near.x, middle.y, near.z)),
      label('Z', max.z - min.z, new Vector3(near.x, eye.y > middle.y ? min.y : max.y, middle.z)),
    ];
  }

  screenshot(): Promise<Blob> {
    return this.#canvas.screenshot(this.#palette.background);
  }

  dispose(): void {
    this.camera.dispose();
    this.#part?.dispose();
    this.#earlier?.dispose();
    this.#around.dispose();
    this.#cap.dispose();
    this.#surface.dispose();
    this.#edgeMaterial.dispose();
    this.#canvas.dispose();
  }

  #add(preview: Preview): Levels {
    return new Levels(preview, this.#space.placed, this.#surface, this.#edgeMaterial);
  }

  #toPixels(world: Vector3) {
    return toPixels(world, this.camera.current, this.#canvas.element);
  }

  /** The length of some pixels at a spot, mm. */
  #millimetres({ position, component }: Spot, pixels: number): number {
    const world = this.#space.toWorld(position, component);
    return this.camera.pixelAt(world, this.#canvas.element.clientHeight) * pixels;
  }

  #isCut(point: Vector3): boolean {
    return this.#options?.section != null && this.#plane.distanceToPoint(point) < 0;
  }

  /** Makes the scene match the options. */
  #arrange(): void {
    const options = this.#options;
    const part = this.#part;
    const earlier = this.#earlier;
    if (!options || !part) return this.#canvas.draw();
    this.#space.place(options.placement);
    part.explode(options.explode);
    earlier?.explode(options.explode);
    this.#box.copy(part.light.worldBox());
    this.#box.getBoundingSphere(this.#sphere);
    this.#cut(options.section);
    const { uniforms } = this.#surface;
    uniforms.opened.value = !options.closed || options.before !== null;
    uniforms.heated.value = options.heat !== null;
    uniforms.minimum.value = options.heat?.minimum ?? 1;
    uniforms.maximum.value = options.heat?.maximum ?? 5;
    part.light.showEdges(options.edges);
    earlier?.light.showEdges(options.edges && options.before !== null);
    this.#around.show({ box: options.box, plate: options.placement !== null }, this.#palette);
    if (!this.#framed) this.camera.view('ISO', false);
    this.#framed = true;
    this.#canvas.draw();
  }

  #cut(section: SceneOptions['section']): void {
    const planes = section ? [this.#plane] : [];
    this.#surface.clippingPlanes = planes;
    this.#edgeMaterial.clippingPlanes = planes;
    if (!section) return;
    const normal = new Vector3(...normals[section.axis]);
    // Slightly inside, so that the ends of the slider do not flicker.
    const share = 0.001 + section.share * 0.998;
    const point = this.#box.min.clone().lerp(this.#box.max, share);
    if (section.flipped) normal.negate();
    this.#plane.setFromNormalAndCoplanarPoint(normal, point);
    this.#cap.place(this.#plane, this.#sphere);
  }

  #paint(renderer: WebGLRenderer): void {
    const scene = this.#scene;
    const options = this.#options;
    const part = this.#part;
    const earlier = this.#earlier;
    const canvas = this.#canvas;
    const { current, controls } = this.camera;
    current.updateMatrixWorld();
    this.#around.follow(current, controls.target);
    const haste = { moving: canvas.moving, slow: canvas.slow, heated: options?.heat != null };
    const draw = (which: Levels | undefined, closed: boolean) => {
      for (const levels of [part, earlier]) levels?.show(levels === which ? haste : null);
      if (options?.section && closed) this.#cap.draw(renderer, scene, current);
      renderer.render(scene, current);
    };
    renderer.clear();
    if (options?.before == null || !earlier) return draw(part, options?.closed === true);
    const { clientWidth, clientHeight } = canvas.element;
    const middle = clientWidth * options.before;
    renderer.setScissorTest(true);
    renderer.setScissor(0, 0, middle, clientHeight);
    // The inside of an open part is not known.
    draw(earlier, false);
    renderer.setScissor(middle, 0, clientWidth - middle, clientHeight);
    draw(part, options.closed);
    renderer.setScissorTest(false);
  }
}
