import type { Theme } from '../../contract/host/appearance.ts';
import { themeRules } from '../../contract/host/themeRules.ts';

/** The variables of a theme as rules of a style sheet. */
export function themeCss(theme: Theme): string {
  const { light, dark } = themeRules(theme['root-css']);
  return (light && `:root{${light}}`) + (dark && `:root[data-theme='dark']{${dark}}`);
}

const formats: Record<string, string> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };

/** The font files of the theme, in the form that `FontFace` takes. */
export const themeFonts = (theme: Theme) =>
  theme.fonts.map(({ weight, style, files }) => ({
    weight: weight || 'normal',
    style: style || 'normal',
    source: files.map((file) => `url(${JSON.stringify(file.fileURL)}) format("${formats[file.extension]}")`).join(', '),
  }));
