import {
  AlwaysStencilFunc,
  BackSide,
  DecrementWrapStencilOp,
  DoubleSide,
  FrontSide,
  IncrementWrapStencilOp,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  PlaneGeometry,
  Scene,
  Vector3,
  type Camera,
  type Plane,
  type Side,
  type Sphere,
  type StencilOp,
  type WebGLRenderer,
} from 'three';
import type { Palette } from './colors.ts';

/** Layer of the surface; lines and helpers are on the next one. */
export const surfaceLayer = 0;
export const lineLayer = 1;

/** Counts the surfaces behind each pixel without drawing: those that leave the solid less those that enter it. */
function counter(side: Side, operation: StencilOp): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side,
    colorWrite: false,
    depthWrite: false,
    depthTest: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilFail: operation,
    stencilZFail: operation,
    stencilZPass: operation,
  });
}

class HatchMaterial extends MeshBasicMaterial {
  override onBeforeCompile(shader: { fragmentShader: string }) {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <color_fragment>',
      /* glsl */ `#include <color_fragment>
      if (fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) > 0.75) diffuseColor.rgb *= 0.55;`,
    );
  }
}

/** The cut face of a section: the plane where it is inside the solid. */
export class SectionCap {
  readonly #out = counter(BackSide, IncrementWrapStencilOp);
  readonly #into = counter(FrontSide, DecrementWrapStencilOp);
  readonly #material = new HatchMaterial({
    side: DoubleSide,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: NotEqualStencilFunc,
  });
  readonly #face = new Mesh(new PlaneGeometry(1, 1), this.#material);
  readonly #scene = new Scene().add(this.#face);

  /** Sets the planes that cut the solid. */
  place(plane: Plane, { center, radius }: Sphere): void {
    this.#out.clippingPlanes = [plane];
    this.#into.clippingPlanes = [plane];
    plane.projectPoint(center, this.#face.position);
    this.#face.scale.setScalar(Math.max(radius, 1e-3) * 2.2);
    this.#face.lookAt(new Vector3().copy(this.#face.position).add(plane.normal));
  }

  wear({ cut }: Palette): void {
    this.#material.color.copy(cut);
  }

  /** Call it before the part itself is drawn. */
  draw(renderer: WebGLRenderer, part: Scene, camera: Camera): void {
    camera.layers.set(surfaceLayer);
    for (const material of [this.#out, this.#into]) {
      part.overrideMaterial = material;
      renderer.render(part, camera);
    }
    part.overrideMaterial = null;
    renderer.render(this.#scene, camera);
    camera.layers.enable(lineLayer);
  }

  dispose(): void {
    this.#face.geometry.dispose();
    for (const material of [this.#out, this.#into, this.#material]) material.dispose();
  }
}
