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

/** What the surface is on; lines and helpers are on the next. */
export const SURFACE_LAYER = 0;
export const LINE_LAYER = 1;

/** Counts the surfaces behind each pixel, without drawing: out of the solid minus into it. */
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

/** The cut face of a section: the plane, where it is inside of the solid. */
export class SectionCap {
  private readonly out = counter(BackSide, IncrementWrapStencilOp);
  private readonly into = counter(FrontSide, DecrementWrapStencilOp);
  private readonly material = new HatchMaterial({
    side: DoubleSide,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: NotEqualStencilFunc,
  });
  private readonly face = new Mesh(new PlaneGeometry(1, 1), this.material);
  private readonly scene = new Scene().add(this.face);

  /** The planes that cut what is counted. */
  place(plane: Plane, { center, radius }: Sphere): void {
    this.out.clippingPlanes = [plane];
    this.into.clippingPlanes = [plane];
    plane.projectPoint(center, this.face.position);
    this.face.scale.setScalar(Math.max(radius, 1e-3) * 2.2);
    this.face.lookAt(new Vector3().copy(this.face.position).add(plane.normal));
  }

  wear({ cut }: Palette): void {
    this.material.color.copy(cut);
  }

  /** Before the part itself is drawn. */
  draw(renderer: WebGLRenderer, part: Scene, camera: Camera): void {
    camera.layers.set(SURFACE_LAYER);
    for (const material of [this.out, this.into]) {
      part.overrideMaterial = material;
      renderer.render(part, camera);
    }
    part.overrideMaterial = null;
    renderer.render(this.scene, camera);
    camera.layers.enable(LINE_LAYER);
  }

  dispose(): void {
    this.face.geometry.dispose();
    for (const material of [this.out, this.into, this.material]) material.dispose();
  }
}
