import { fills } from './rowMarks.ts';

/** Colours of the chart, from the custom properties that `chart.module.css` takes from the theme in use. */
export interface Palette {
  /** By fill: of the bar, and of text on it. */
  fill: readonly string[];
  onFill: readonly string[];
  surface: string;
  header: string;
  weekend: string;
  line: string;
  strongLine: string;
  text: string;
  textSecondary: string;
  load: string;
  /** The load in the minimap, paler: the window lies on it. */
  overview: string;
  warn: string;
  warnSoft: string;
  selected: string;
  cursor: string;
  font: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--chart-${name}`).trim();
  return {
    fill: fills.map(read),
    onFill: fills.map((fill) => read(`on-${fill}`)),
    ...{ surface: read('surface'), header: read('header'), weekend: read('weekend'), line: read('line') },
    ...{ strongLine: read('strong-line'), text: read('text'), textSecondary: read('text-secondary') },
    ...{ load: read('load'), overview: read('overview'), warn: read('warn'), warnSoft: read('warn-soft') },
    ...{ selected: read('selected'), cursor: read('cursor'), font: read('font') },
  };
}
