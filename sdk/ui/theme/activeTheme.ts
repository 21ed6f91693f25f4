import { defaultTheme } from '../../contract/host/appearance.ts';
import type { Theme } from '../../contract/host/appearance.ts';
import type { Dispose, Readable } from '../../plugin/readable.ts';
import { themeCss, themeFonts } from './themeCss.ts';

const listeners = new Set<() => void>();
const previews: Theme[] = [];
let published: Theme = defaultTheme;
let sheet: CSSStyleSheet | undefined;
let fonts: readonly FontFace[] = [];
let ownIcon: string | undefined;

const shown = (): Theme => previews.at(-1) ?? published;

/** The present theme of the page: logos, titles and pictures come from it. */
export const activeTheme: Readable<Theme> = {
  get: shown,
  subscribe(listener): Dispose {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Applies the published theme without a reload. The host calls it. */
export function applyTheme(theme: Theme): void {
  published = theme;
  apply();
}

/**
 * Shows a theme on the whole page until the returned function is called, for the screen that edits themes. Nothing is
 * sent or stored.
 */
export function previewTheme(theme: Theme): Dispose {
  const preview = { ...theme };
  previews.push(preview);
  apply();
  return () => {
    const at = previews.indexOf(preview);
    if (at < 0) return;
    previews.splice(at, 1);
    apply();
  };
}

function apply(): void {
  const theme = shown();
  if (!sheet) {
    // Comes after the page's own style sheets. A constructed style sheet needs no nonce.
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // The style element of the server was only for the first paint.
    document.getElementById('theme')?.remove();
  }
  sheet.replaceSync(themeCss(theme));
  fonts.forEach((font) => document.fonts.delete(font));
  fonts = themeFonts(theme).map(({ source, weight, style }) => new FontFace('theme', source, { weight, style }));
  fonts.forEach((font) => document.fonts.add(font));
  document.querySelector('meta[name="description"]')?.setAttribute('content', theme.description);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) {
    ownIcon ??= icon.href;
    icon.href = theme.favicon?.fileURL ?? ownIcon;
  }
  listeners.forEach((listener) => listener());
}
