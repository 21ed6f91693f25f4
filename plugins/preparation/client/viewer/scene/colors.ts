import { Color } from 'three';

/** The colours of the scene, from those of the page. */
export interface Palette {
  part: Color;
  /** For surface seen from inside, through a hole in the mesh. */
  inside: Color;
  cut: Color;
  edge: Color;
  background: Color;
  grid: Color;
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string) => new Color(style.getPropertyValue(name).trim() || '#888');
  const [text, background] = [color('--text'), color('--background')];
  return {
    part: color('--text-muted').lerp(new Color('#ffffff'), 0.4),
    inside: color('--warning'),
    cut: color('--primary'),
    edge: luminance(text) < luminance(background) ? text : background,
    background,
    grid: color('--border-strong'),
  };
}

const luminance = ({ r, g, b }: Color): number => r * 0.2126 + g * 0.7152 + b * 0.0722;
