import { OrthographicCamera, PerspectiveCamera, Vector3, type Sphere } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { lineLayer } from './SectionCap.ts';
import type { Vec } from './vectors.ts';
import type { StandardView } from './views.ts';

export type Projection = 'PERSPECTIVE' | 'ORTHOGRAPHIC';

/** A position of the camera, in millimetres. */
export interface CameraPose {
  position: Vec;
  target: Vec;
  up: Vec;
}

/** Direction from the part to the camera; z is up. */
const directions: Record<StandardView, Vec> = {
  ISO: [1, -1, 0.8],
  FRONT: [0, -1, 0],
  BACK: [0, 1, 0],
  LEFT: [-1, 0, 0],
  RIGHT: [1, 0, 0],
  // Slightly beside the pole, so that the front stays at the bottom of the picture.
  TOP: [0, -0.001, 1],
  BOTTOM: [0, -0.001, -1],
};
const fieldOfViewDegrees = 35;
const fitMargin = 1.02;
/** Share of the picture's height or width that a fitted part takes. */
const fitShare = 0.88;
/** Nearest and farthest distance of the camera, in radii of the part. */
const nearestDistance = 1 / 100;
const farthestDistance = 30;
const triple = ({ x, y, z }: Vector3): Vec => [x, y, z];

/** What the camera looks at; it may change. */
interface Shape {
  /** A sphere around everything that is drawn. */
  sphere: Sphere;
  /** Points around everything that is drawn. */
  outline(): readonly Vector3[];
}

/** The camera, its movement by hand, and its animated flights. */
export class ViewCamera {
  current: PerspectiveCamera | OrthographicCamera;
  readonly controls: OrbitControls;
  readonly #perspective = new PerspectiveCamera(fieldOfViewDegrees, 1, 0.1, 1000);
  readonly #orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.1, 1000);
  readonly #shape: Shape;
  readonly #changed: () => void;
  #aspect = 1;
  #flight = 0;
  /** The direction in which the whole part was fitted; `null` after the user moved the camera. */
  #fitted: Vector3 | null = null;

  constructor(canvas: HTMLCanvasElement, shape: Shape, changed: () => void) {
    this.#shape = shape;
    this.#changed = changed;
    this.#perspective.up.set(0, 0, 1);
    this.#orthographic.up.set(0, 0, 1);
    for (const camera of [this.#perspective, this.#orthographic]) camera.layers.enable(lineLayer);
    this.current = this.#perspective;
    this.controls = new OrbitControls(this.current, canvas);
    this.controls.addEventListener('change', () => {
      this.#clip();
      changed();
    });
    this.controls.addEventListener('start', () => this.#land());
  }

  get #sphere(): Sphere {
    return this.#shape.sphere;
  }

  dispose(): void {
    this.#land();
    this.controls.dispose();
  }

  resize(width: number, height: number): void {
    this.#aspect = width / Math.max(height, 1);
    this.#perspective.aspect = this.#aspect;
    this.#perspective.updateProjectionMatrix();
    this.#frame();
    this.refit();
  }

  get pose(): CameraPose {
    return {
      position: triple(this.current.position),
      target: triple(this.controls.target),
      up: triple(this.current.up),
    };
  }

  project(projection: Projection): void {
    const next = projection === 'PERSPECTIVE' ? this.#perspective : this.#orthographic;
    if (next === this.current) return;
    const { position } = this.current;
    const target = this.controls.target;
    const away = position.clone().sub(target);
    if (next === this.#perspective) {
      // The distance at which perspective shows as much as the zoom did.
      away.setLength(this.#height / this.#orthographic.zoom / 2 / Math.tan((fieldOfViewDegrees * Math.PI) / 360));
    } else {
      this.#orthographic.zoom = this.#height / (2 * away.length() * Math.tan((fieldOfViewDegrees * Math.PI) / 360));
    }
    next.position.copy(target).add(away);
    this.current = next;
    this.controls.object = next;
    this.#frame();
    this.controls.update();
    this.#clip();
    this.#changed();
  }

  /** Fits everything into the picture, in the present direction. */
  fit(smooth = true): void {
    const away = this.current.position.clone().sub(this.controls.target);
    this.#lookFrom(away.lengthSq() > 0 ? away : new Vector3(...directions.ISO), smooth);
  }

  /** Fits everything again, unless the user has moved the camera since. */
  refit(): void {
    if (this.#fitted) this.#lookFrom(this.#fitted, false);
  }

  view(view: StandardView, smooth = true): void {
    this.#lookFrom(new Vector3(...directions[view]), smooth);
  }

  fly({ position, target }: CameraPose): void {
    this.#to(new Vector3(...position), new Vector3(...target), 1, true);
  }

  /** Looks at a place on the surface from close in front of it. */
  lookAt(target: Vector3, normal: Vector3): void {
    const away = normal.clone().setLength(Math.max(this.#sphere.radius, 1e-3) * 1.2);
    this.#to(target.clone().add(away), target, 2.5, true);
  }

  /** Turns around the target; angles in radians. */
  orbit(right: number, down: number): void {
    this.#land();
    const away = this.current.position.clone().sub(this.controls.target);
    const length = away.length();
    const polar = Math.min(Math.max(Math.acos(away.z / length) + down, 0.001), Math.PI - 0.001);
    const around = Math.atan2(away.y, away.x) + right;
    away.set(Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar));
    this.current.position.copy(this.controls.target).addScaledVector(away, length);
    this.controls.update();
  }

  /** Moves the part across the picture, in pixels of a canvas of this height. */
  pan(right: number, down: number, canvasHeight: number): void {
    this.#land();
    const { target } = this.controls;
    const pixel = this.pixelAt(target, canvasHeight);
    const across = new Vector3().setFromMatrixColumn(this.current.matrix, 0).multiplyScalar(-right * pixel);
    const shift = new Vector3()
      .setFromMatrixColumn(this.current.matrix, 1)
      .multiplyScalar(down * pixel)
      .add(across);
    target.add(shift);
    this.current.position.add(shift);
    this.controls.update();
  }

  zoom(factor: number): void {
    this.#land();
    if (this.current === this.#orthographic) {
      this.#orthographic.zoom *= factor;
      this.#orthographic.updateProjectionMatrix();
    } else {
      const away = this.current.position.clone().sub(this.controls.target).divideScalar(factor);
      this.current.position.copy(this.controls.target).add(away);
    }
    this.controls.update();
    this.#clip();
    this.#changed();
  }

  /** Width of a pixel at a point, mm. */
  pixelAt(point: Vector3, canvasHeight: number): number {
    if (this.current === this.#orthographic) return this.#height / this.#orthographic.zoom / canvasHeight;
    const away = point.distanceTo(this.current.position);
    return (2 * away * Math.tan((fieldOfViewDegrees * Math.PI) / 360)) / canvasHeight;
  }

  /** Height of the picture at zoom 1. */
  get #height(): number {
    return Math.max(this.#sphere.radius * 2 * fitMargin, 1e-3) / Math.min(this.#aspect, 1);
  }

  #lookFrom(direction: Vector3, smooth: boolean): void {
    const { position, target, zoom } = this.#around(direction.clone().normalize());
    this.#to(position, target, zoom, smooth);
    this.#fitted = direction.clone();
  }

  /**
   * The position from which the camera sees the whole outline as large as possible. `eye`: direction from the part to
   * the camera.
   */
  #around(eye: Vector3): { position: Vector3; target: Vector3; zoom: number } {
    const { center } = this.#sphere;
    const radius = Math.max(this.#sphere.radius, 1e-3);
    const right = new Vector3().crossVectors(this.current.up, eye).normalize();
    const up = new Vector3().crossVectors(eye, right);
    const tall = Math.tan((fieldOfViewDegrees * Math.PI) / 360) * fitShare;
    const wide = tall * this.#aspect;
    const flat = this.current === this.#orthographic;
    /** How far the outline reaches to each side of the picture, or of a pyramid with its tip at the camera. */
    const reach = { left: -Infinity, right: -Infinity, up: -Infinity, down: -Infinity, front: -Infinity };
    for (const point of this.#shape.outline()) {
      const from = point.clone().sub(center);
      const [x, y, z] = [from.dot(right), from.dot(up), from.dot(eye)];
      reach.right = Math.max(reach.right, (flat ? 0 : z * wide) + x);
      reach.left = Math.max(reach.left, (flat ? 0 : z * wide) - x);
      reach.up = Math.max(reach.up, (flat ? 0 : z * tall) + y);
      reach.down = Math.max(reach.down, (flat ? 0 : z * tall) - y);
      reach.front = Math.max(reach.front, z);
    }
    if (reach.front === -Infinity) return { position: center.clone().add(eye), target: center.clone(), zoom: 1 };
    const target = center
      .clone()
      .addScaledVector(right, (reach.right - reach.left) / 2)
      .addScaledVector(up, (reach.up - reach.down) / 2);
    const [width, height] = [(reach.right + reach.left) / 2, (reach.up + reach.down) / 2];
    const away = flat ? radius * 3 : Math.max(width / wide, height / tall, reach.front + radius / 50);
    const zoom = flat ? (this.#height * fitShare) / 2 / Math.max(width / this.#aspect, height, radius / 1000) : 1;
    return { position: target.clone().addScaledVector(eye, away), target, zoom };
  }

  #to(position: Vector3, target: Vector3, zoom: number, smooth: boolean): void {
    this.#land();
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = {
      position: this.current.position.clone(),
      target: this.controls.target.clone(),
      zoom: this.current.zoom,
    };
    const arrive = (share: number) => {
      // Moves around the target and not through the part.
      const eased = share * share * (3 - 2 * share);
      const aim = from.target.clone().lerp(target, eased);
      const start = from.position.clone().sub(from.target);
      const end = position.clone().sub(target);
      const away = start.clone().lerp(end, eased);
      if (away.lengthSq() > 0) away.setLength(start.length() + (end.length() - start.length()) * eased);
      this.controls.target.copy(aim);
      this.current.position.copy(aim).add(share === 1 ? end : away);
      if (this.current === this.#orthographic) {
        this.#orthographic.zoom = from.zoom + (zoom - from.zoom) * eased;
        this.#frame();
      }
      this.controls.update();
      this.#clip();
      this.#changed();
    };
    if (!smooth || still) return arrive(1);
    const begun = performance.now();
    const step = () => {
      const share = Math.min((performance.now() - begun) / 350, 1);
      arrive(share);
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#flight = requestAnimationFrame(step);
  }

  #land(): void {
    cancelAnimationFrame(this.#flight);
    this.#flight = 0;
    this.#fitted = null;
  }

  #frame(): void {
    const half = this.#height / 2;
    this.#orthographic.top = half;
    this.#orthographic.bottom = -half;
    this.#orthographic.left = -half * this.#aspect;
    this.#orthographic.right = half * this.#aspect;
    this.#orthographic.updateProjectionMatrix();
  }

  /** Puts the near and far plane as close around the part as possible, because depth has limited precision. */
  #clip(): void {
    const away = this.current.position.distanceTo(this.#sphere.center);
    const radius = Math.max(this.#sphere.radius, 1e-3) * 1.5;
    this.controls.minDistance = radius * nearestDistance;
    this.controls.maxDistance = radius * farthestDistance;
    this.controls.minZoom = 1 / farthestDistance;
    this.controls.maxZoom = 1 / nearestDistance;
    if (this.current === this.#perspective) {
      this.#perspective.near = Math.max(away - radius, radius / 500);
      this.#perspective.far = away + radius;
      this.#perspective.updateProjectionMatrix();
    } else {
      this.#orthographic.near = away - radius;
      this.#orthographic.far = away + radius;
      this.#orthographic.updateProjectionMatrix();
    }
  }
}
