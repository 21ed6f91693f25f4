import type { Theme } from '../../contract/host.ts';

const namePattern = /^(?:--)?([a-zA-Z][\w-]{0,60})(@dark)?$/;
const valuePattern = /^[^;{}<>\\]{1,200}$/;

/**
 * The variables of a theme (`root-css`) as rules: plain names for light colours, `name@dark` for dark ones; what could
 * leave its declaration is left out. A theme that names a primary colour but none for buttons means it for buttons too.
 */
export function themeCss(theme: Theme): string {
  const modes = { light: new Map<string, string>(), dark: new Map<string, string>() };
  for (const [given, value] of Object.entries(theme['root-css'])) {
    const [, name, dark] = namePattern.exec(given) ?? [];
    if (name && valuePattern.test(value)) modes[dark ? 'dark' : 'light'].set(name, value);
  }
  for (const variables of Object.values(modes)) {
    const primary = variables.get('primary');
    const strong = variables.get('primary-strong') ?? primary;
    if (primary && !variables.has('button-primary')) variables.set('button-primary', primary);
    if (strong && !variables.has('button-primary-hover')) variables.set('button-primary-hover', strong);
  }
  return rule(':root', modes.light) + rule(":root[data-theme='dark']", modes.dark);
}

const rule = (selector: string, variables: ReadonlyMap<string, string>): string =>
  variables.size === 0 ? '' : `${selector}{${[...variables].map(([name, value]) => `--${name}:${value};`).join('')}}`;

const formats: Record<string, string> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };

/** Sources of the theme's font, as `FontFace` takes them. */
export const themeFonts = (theme: Theme) =>
  theme.fonts.map(({ weight, style, files }) => ({
    weight: weight || 'normal',
    style: style || 'normal',
    source: files.map((file) => `url(${JSON.stringify(file.fileURL)}) format("${formats[file.extension]}")`).join(', '),
  }));
