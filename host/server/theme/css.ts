import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { themeRules } from '@sinter/sdk/contract/host/themeRules';
import { isUsable } from './variables.ts';

/** Address of a published picture or font. */
export const themeFileAddress = (id: number): string => `/api/v1/misc/theme-files/${id}`;

const publishedPattern = /^\/api\/v1\/misc\/theme-files\/([1-9]\d{0,14})$/;

/** The file's id; `null` for any other address. */
export function publishedFile(address: string): number | null {
  const id = publishedPattern.exec(address)?.[1];
  return id === undefined ? null : Number(id);
}

export const fontWeightPattern = /^(?:normal|bold|[1-9]\d{0,2}(?: [1-9]\d{0,2})?|1000)$/;
export const fontStylePattern = /^(?:normal|italic|oblique)$/;
const fontFormats = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' } as const;

/**
 * The theme as a style sheet, which stands after the palette's in the head of a page. What could leave its declaration is
 * left out, as the record may be older than the rules. Until the page's scripts have said which palette is used
 * (`data-theme`), the system's wish decides.
 */
export function themeCss(theme: Theme): string {
  const { light, dark } = themeRules(theme['root-css'], isUsable);
  return [
    ...theme.fonts.map(fontFace),
    light && `:root{${light}}`,
    dark && `:root[data-theme='dark']{${dark}}@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}`,
  ].join('');
}

function fontFace({ weight, style, files }: Theme['fonts'][number]): string {
  const sources = files
    .filter(({ fileURL }) => publishedFile(fileURL) !== null)
    .map(({ fileURL, extension }) => `url(${fileURL}) format('${fontFormats[extension]}')`);
  if (sources.length === 0 || !fontWeightPattern.test(weight) || !fontStylePattern.test(style)) return '';
  return `@font-face{font-family:'theme';font-weight:${weight};font-style:${style};font-display:swap;src:${sources.join(',')}}`;
}
