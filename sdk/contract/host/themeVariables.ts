/** One variable of the palette in `tokens.css`, which a theme may set. */
export interface ThemeVariable {
  /** Without its dashes. */
  name: string;
  kind: 'colour' | 'length' | 'shadow' | 'font';
  /** Defaults; `dark` is the value that counts in dark mode, own or inherited. */
  light: string;
  dark: string;
}

const colour = (name: string, light: string, dark = light): ThemeVariable => ({ name, kind: 'colour', light, dark });

/** Every variable of a theme with its defaults, in the order in which an editor shows them. */
export const themeVariables: readonly ThemeVariable[] = [
  colour('primary', '#1a5fd0', '#78abff'),
  colour('primary-strong', '#134ca9', '#9cc2ff'),
  colour('primary-soft', '#e8f0fd', '#1a2f50'),
  colour('success', '#1c7c4a', '#62c990'),
  colour('success-soft', '#e2f3e9', '#14301f'),
  colour('warning', '#955200', '#e9b15c'),
  colour('warning-soft', '#fcefd9', '#372810'),
  colour('danger', '#bf2419', '#ff8a82'),
  colour('danger-soft', '#fce9e7', '#3d1c1a'),
  colour('neutral-soft', '#e9edf2', '#263242'),
  colour('background', '#f3f5f8', '#0d131b'),
  colour('surface', '#ffffff', '#151d28'),
  colour('surface-raised', '#f8fafc', '#1a2431'),
  colour('border', '#dce2e9', '#283445'),
  colour('border-strong', '#8593a5', '#66758a'),
  colour('text', '#16202e', '#e6ebf2'),
  colour('text-secondary', '#4d5b6d', '#adb9c8'),
  colour('text-muted', '#627084', '#8f9db0'),
  colour('navigation', '#101d30', '#0a1019'),
  colour('navigation-text', '#b9c6d8', '#a5b3c6'),
  colour('navigation-active', '#ffffff'),
  colour('navigation-hover', '#1b2c46', '#16202e'),
  colour('control-border', '#8593a5', '#66758a'),
  colour('button-primary', '#1a5fd0', '#3470d6'),
  colour('button-primary-hover', '#134ca9', '#2a5fba'),
  colour('button-danger', '#bf2419', '#c8372d'),
  { name: 'shadow', kind: 'shadow', light: '0 8px 28px rgb(16 29 48 / 16%)', dark: '0 8px 28px rgb(0 0 0 / 50%)' },
  { name: 'radius', kind: 'length', light: '8px', dark: '8px' },
  {
    name: 'font',
    kind: 'font',
    light: "'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    dark: "'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  },
];
