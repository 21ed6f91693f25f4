import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { contrastRatio, themeVariables } from '@sinter/sdk/ui/root';
import type { Mode } from './ThemeStore.ts';

/** What is written on what, and how much contrast that needs. */
export interface Pair {
  id: string;
  ink: string;
  ground: string;
  /** 4.5 for text, 3 for outlines of controls. */
  needs: number;
}

const text = (ink: string, ground: string): Pair => ({ id: `${ink} ${ground}`, ink, ground, needs: 4.5 });

export const pairs: readonly Pair[] = [
  text('text', 'background'),
  text('text', 'surface'),
  text('text-secondary', 'surface'),
  text('text-muted', 'surface'),
  text('primary', 'surface'),
  text('danger', 'surface'),
  text('navigation-text', 'navigation'),
  text('navigation-active', 'navigation'),
  text('white', 'button-primary'),
  { id: 'control-border surface', ink: 'control-border', ground: 'surface', needs: 3 },
];

/** The value that a variable has in a theme: its own, else the default. In dark mode a light value does not count. */
export function valueIn(theme: Theme, name: string, mode: Mode): string {
  if (name === 'white') return '#ffffff';
  const css = theme['root-css'];
  const given = mode === 'dark' ? css[`${name}@dark`] : css[name];
  if (given !== undefined) return given;
  if (name === 'button-primary') {
    const primary = mode === 'dark' ? css['primary@dark'] : css['primary'];
    if (primary !== undefined) return primary;
  }
  return themeVariables.find((variable) => variable.name === name)?.[mode] ?? '';
}

export interface Contrast extends Pair {
  mode: Mode;
  /** `null` when a colour is written in a way that cannot be compared. */
  ratio: number | null;
}

/** Every pair that is too hard to read. */
export function hardToRead(theme: Theme): Contrast[] {
  return (['light', 'dark'] as const)
    .flatMap((mode) =>
      pairs.map((pair) => ({
        ...pair,
        mode,
        ratio: contrastRatio(valueIn(theme, pair.ink, mode), valueIn(theme, pair.ground, mode)),
      })),
    )
    .filter(({ ratio, needs }) => ratio !== null && ratio < needs);
}
