import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { publishedFile } from '@sinter/sdk/contract/host/themeFiles';
import { themeRules } from '@sinter/sdk/contract/host/themeRules';
import { fontStylePattern, fontWeightPattern, isUsable } from '@sinter/sdk/contract/host/themeValues';

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
