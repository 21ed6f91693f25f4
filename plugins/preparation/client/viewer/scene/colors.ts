import { Color } from 'three';

/** Colours of what is drawn, from the page's own. */
export interface Palette {
  part: Color;
  /** Of surface seen from inside: a hole in the mesh shows it. */
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
