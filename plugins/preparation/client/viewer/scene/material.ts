import { Color, DoubleSide, LineBasicMaterial, MeshPhongMaterial, type IUniform } from 'three';
import { thickColors, thinColor, unknownColor } from '../scale.ts';
import type { Palette } from './colors.ts';

interface Uniforms extends Record<string, IUniform> {
  inside: IUniform<Color>;
  /** Surface seen from inside has its own colour. */
  opened: IUniform<boolean>;
  heated: IUniform<boolean>;
  minimum: IUniform<number>;
  maximum: IUniform<number>;
}

const declarations = /* glsl */ `
uniform vec3 inside;
uniform bool opened;
uniform bool heated;
uniform float minimum;
uniform float maximum;
uniform vec3 thick[5];
uniform vec3 thin;
uniform vec3 unknown;
varying float vThickness;
vec3 heat(float thickness) {
  if (!(thickness >= 0.0)) return unknown;
  if (thickness < minimum) return thin;
  float place = clamp((thickness - minimum) / max(maximum - minimum, 1e-6), 0.0, 1.0) * 4.0;
  vec3 color = thick[0];
  for (int i = 0; i < 4; i++) color = mix(color, thick[i + 1], clamp(place - float(i), 0.0, 1.0));
  return color;
}
`;

/** The material of the part's surface: lit from the camera, and coloured by wall thickness when that is shown. */
export class SurfaceMaterial extends MeshPhongMaterial {
  readonly uniforms: Uniforms = {
    inside: { value: new Color() },
    opened: { value: false },
    heated: { value: false },
    minimum: { value: 1 },
    maximum: { value: 5 },
    thick: { value: thickColors.map((color) => new Color(color)) },
    thin: { value: new Color(thinColor) },
    unknown: { value: new Color(unknownColor) },
  };

  constructor() {
    super({ side: DoubleSide, shininess: 25, specular: new Color(0x1c1c1c) });
  }

  wear({ part, inside }: Palette): void {
    this.color.copy(part);
    this.uniforms.inside.value.copy(inside);
  }

  override onBeforeCompile(shader: {
    uniforms: Record<string, IUniform>;
    vertexShader: string;
    fragmentShader: string;
  }) {
    Object.assign(shader.uniforms, this.uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float thickness;\nvarying float vThickness;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvThickness = thickness;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${declarations}`)
      .replace(
        '#include <color_fragment>',
        /* glsl */ `#include <color_fragment>
        if (heated) diffuseColor.rgb = heat(vThickness);
        if (opened && !gl_FrontFacing) diffuseColor.rgb = inside;`,
      )
      .replace(
        '#include <normal_fragment_begin>',
        // Facets thinner than a pixel may turn over. In a closed part they look like their neighbours.
        /* glsl */ `#include <normal_fragment_begin>
        if (!opened && !gl_FrontFacing) normal = -normal;`,
      )
      .replace(
        '#include <opaque_fragment>',
        // A little light shows the shape, but the colours have to be those of the legend.
        /* glsl */ `if (heated) outgoingLight = mix(outgoingLight, diffuseColor.rgb, 0.7);
        #include <opaque_fragment>`,
      );
  }
}

/** Edges lie on the surface and must be visible, so they are drawn slightly nearer. */
export class EdgeMaterial extends LineBasicMaterial {
  override onBeforeCompile(shader: { vertexShader: string }) {
    shader.vertexShader = shader.vertexShader.replace(
      '#include <project_vertex>',
      '#include <project_vertex>\ngl_Position.z -= 1.2e-3 * gl_Position.w;',
    );
  }
}
