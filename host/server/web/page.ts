import { escapeHtml } from '../http/html.ts';
import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { shippedLanguages } from '../texts/languages.ts';
import type { LanguageKey } from '../texts/languages.ts';
import { publishedFile } from '@sinter/sdk/contract/host/themeFiles';
import { type Embedding, embeddingId } from '#registry/embed';
import { themeCss } from '../theme/css.ts';
import { keptFilesId, type KeptFile } from '#registry/kept';
import type { ImportMap, WebBuild } from '../modules/buildOutput.ts';
import { pageAnswersId, type PageAnswers } from '@sinter/sdk/contract/host/pageAnswers';
import type { Preload } from './preloads.ts';
import skeleton from './skeleton.css.ts';

export interface PageParts {
  host: 'shell' | 'minimal';
  nonce: string;
  theme: Theme;
  language: LanguageKey;
  build: { index: WebBuild; importMap: ImportMap } | null;
  preloads: readonly Preload[];
  /** Of a document that stands inside a page of somebody else. */
  embedding: Embedding | null;
}

export interface PageText {
  /** Everything that the browser can begin with. */
  head: string;
  /** With what the server has found out meanwhile. */
  tail(answers: PageAnswers, kept?: readonly KeptFile[]): string;
}

/** JSON inside a script element: nothing in it can end the element. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const plainIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%231f5eff'/%3E%3Cpath d='M8 21l8 4 8-4M8 16l8 4 8-4M16 7l8 4-8 4-8-4z' fill='none' stroke='%23fff' stroke-width='2.4' stroke-linejoin='round'/%3E%3C/svg%3E";

export const iconOf = ({ favicon }: Theme): string =>
  favicon && publishedFile(favicon.fileURL) !== null ? favicon.fileURL : plainIcon;

const directionOf = (language: LanguageKey): string =>
  shippedLanguages.find(({ key }) => key === language)?.direction ?? 'ltr';

/** As the page will ask for it later: with another mode the browser would fetch it twice. */
const preloadLink = ({ as, address, integrity, later }: Preload): string =>
  `<link rel="preload" as="${as}" href="${address}"${integrity ? ` integrity="${integrity}"` : ''}${as === 'script' ? '' : ' crossorigin'}${later ? ' fetchpriority="low"' : ''}>\n`;

/** The page that starts a browser host: what it needs first, and something to look at until it is there. */
export function renderPage({ host, nonce, theme, language, build, preloads, embedding }: PageParts): PageText {
  const entry = build?.index.hosts[host];
  const top = `<!doctype html>
<html lang="${language.replace('_', '-')}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="csp-nonce" nonce="${nonce}">
<meta name="description" content="${escapeHtml(theme.description)}">
<title>${escapeHtml(theme.title)}</title>
<link rel="icon" href="${iconOf(theme)}">
<style nonce="${nonce}">${skeleton}</style>
`;
  // After the palette, whose values it replaces; the page's scripts take it away when they follow the theme themselves.
  const themed = `<style nonce="${nonce}" id="theme">${themeCss(theme)}</style>\n`;
  if (!build || !entry) return { head: `${top}${themed}</head>\n`, tail: () => `<body>${notBuilt}</body>\n</html>\n` };
  const { index, importMap } = build;
  const styles = entry.styles.map(
    ({ address, integrity }) => `<link rel="stylesheet" href="${address}" integrity="${integrity}" crossorigin>\n`,
  );
  const head = `${top}${styles.join('')}<script src="${index.system.address}" integrity="${index.system.integrity}" crossorigin defer fetchpriority="high"></script>
${preloads.map(preloadLink).join('')}${themed}<script type="systemjs-importmap">${inlineJson(importMap)}</script>
<script type="systemjs-module" src="import:${entry.entry}"></script>
</head>
<body><div id="root">${embedding ? embedSkeleton : host === 'shell' ? shellSkeleton : minimalSkeleton}</div>
${embedding ? `<script type="application/json" id="${embeddingId}">${inlineJson(embedding)}</script>` : ''}
<noscript><p class="skeleton-note">This application needs JavaScript.</p></noscript>
`;
  return {
    head,
    tail: (answers, kept) =>
      `<script type="application/json" id="${pageAnswersId}">${inlineJson(answers)}</script>\n${
        kept ? `<script type="application/json" id="${keptFilesId}">${inlineJson(kept)}</script>\n` : ''
      }</body>\n</html>\n`,
  };
}

/** What our modules expect of a page and a page without an origin refuses them: storage, which is empty and ends with the frame. */
const withoutOrigin = `(function () {
function memory() {
  var kept = new Map();
  return {
    get length() { return kept.size; },
    key: function (at) { return Array.from(kept.keys())[at] ?? null; },
    getItem: function (key) { return kept.has(String(key)) ? kept.get(String(key)) : null; },
    setItem: function (key, value) { kept.set(String(key), String(value)); },
    removeItem: function (key) { kept.delete(String(key)); },
    clear: function () { kept.clear(); },
  };
}
Object.defineProperty(window, 'localStorage', { value: memory() });
Object.defineProperty(window, 'sessionStorage', { value: memory() });
Object.defineProperty(document, 'cookie', { get: function () { return ''; }, set: function () {} });
})();`;

/** The page inside the frame of a plugin. It is the same for everybody: what differs comes through the channel. */
export function renderFrame({ nonce, build }: { nonce: string; build: PageParts['build'] }): string | null {
  const entry = build?.index.hosts['frame'];
  if (!build || !entry) return null;
  const { index, importMap } = build;
  const styles = entry.styles.map(
    ({ address, integrity }) => `<link rel="stylesheet" href="${address}" integrity="${integrity}" crossorigin>\n`,
  );
  const scripts = entry.scripts.map(
    ({ address, integrity }) =>
      `<link rel="preload" as="script" href="${address}" integrity="${integrity}" crossorigin>\n`,
  );
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="csp-nonce" nonce="${nonce}">
<title>-</title>
<style nonce="${nonce}">body{margin:0;background:transparent}</style>
${styles.join('')}<style nonce="${nonce}">html,body{background:transparent}</style>
<script nonce="${nonce}">${withoutOrigin}</script>
<script src="${index.system.address}" integrity="${index.system.integrity}" crossorigin defer></script>
${scripts.join('')}<script type="systemjs-importmap">${inlineJson(importMap)}</script>
<script type="systemjs-module" src="import:${entry.entry}"></script>
</head>
<body><div id="root"></div></body>
</html>
`;
}

const bars = '<i></i><i></i><i></i>';
const shellSkeleton = `<div class="skeleton" role="status" aria-label="Loading"><header></header><nav>${bars}${bars}</nav><main>${bars}</main></div>`;
const minimalSkeleton = `<div class="skeleton bare" role="status" aria-label="Loading"><header></header><main>${bars}</main></div>`;
const embedSkeleton = `<div class="skeleton bare" role="status" aria-label="Loading"><main>${bars}</main></div>`;
const notBuilt = '<p class="skeleton-note">The application has not been built yet. Run <code>npm run build</code>.</p>';
