import type { Tone } from '@sinter/sdk/ui';

/** Colours of the chart, from the custom properties of the theme in use. */
export interface Palette {
  tones: Record<Tone, string>;
  /** On a bar in any tone. */
  onTone: string;
  surface: string;
  header: string;
  weekend: string;
  line: string;
  strongLine: string;
  text: string;
  textSecondary: string;
  downtime: string;
  onDowntime: string;
  selected: string;
  cursor: string;
  font: string;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    tones: {
      blue: read('--primary'),
      grey: read('--text-muted'),
      green: read('--success'),
      red: read('--danger'),
      amber: read('--warning'),
    },
    onTone: read('--surface'),
    surface: read('--surface'),
    header: read('--surface-raised'),
    weekend: read('--neutral-soft'),
    line: read('--border'),
    strongLine: read('--border-strong'),
    text: read('--text'),
    textSecondary: read('--text-secondary'),
    downtime: read('--navigation'),
    onDowntime: read('--navigation-text'),
    selected: read('--danger'),
    cursor: read('--primary-strong'),
    font: read('--font'),
  };
}
