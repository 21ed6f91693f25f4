/** On every answer. Made once: setting them one by one by a plugin costs more than the request itself. */
export const securityHeaders = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
});

/** On every answer that depends on who asks. */
export const privateHeaders = Object.freeze({ ...securityHeaders, 'Cache-Control': 'no-store' });

export interface PagePolicy {
  /** Of this answer only. */
  nonce: string;
  /** Of the page, as its browser sees it. */
  origin: string;
  /** The page talks to a tray tool on the person's own machine. */
  trayTool: boolean;
  /** Another address that files come from. */
  controlledUrl?: string | undefined;
  /** Origins of pages that may show it inside them, for an embed document; every other is shown by this site alone. */
  embeddedBy?: readonly string[] | undefined;
}

/** For browsers that know no `frame-ancestors`; the others go by those. A list of origins cannot be said here. */
export const frameOptions = (embeddedBy: readonly string[]): { 'X-Frame-Options'?: string } =>
  embeddedBy.length === 0 ? { 'X-Frame-Options': 'DENY' } : {};

const ancestors = (embeddedBy: readonly string[]): string =>
  embeddedBy.length === 0 ? "'none'" : embeddedBy.join(' ');

/** Of the tab in which somebody signs in for a frame inside a page of another site, which it tells of it. */
export const keepsOpener = { 'Cross-Origin-Opener-Policy': 'unsafe-none' };

/** Trusted Types policies: the one through which the module loader names its scripts. */
export const trustedTypesPolicy = 'sinter';

/**
 * The policy of a frame's page: it runs the shared scripts and, as blobs, what the page around it hands over, has no origin, and
 * reaches no network. Forms work for scripts only: none is sent. `embeddedBy`: origins around the page around it.
 */
export const framePolicy = (nonce: string, embeddedBy: readonly string[] = []): string =>
  [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src 'self' blob: 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    ["frame-ancestors 'self'", ...embeddedBy].join(' '),
  ].join('; ');

/** What a page that runs our scripts may ask the person for, instead of nothing: the camera that reads printed codes. */
export const pagePermissions = 'camera=(self), microphone=(), geolocation=(), payment=()';

/** The policy of a page that runs our scripts. */
export function pagePolicy({ nonce, origin, trayTool, controlledUrl, embeddedBy }: PagePolicy): string {
  const tray = trayTool ? ' ws://localhost:12001 ws://127.0.0.1:12001' : '';
  const media = controlledUrl === undefined ? '' : ` ${controlledUrl}`;
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${media}`,
    "font-src 'self' data:",
    "worker-src 'self'",
    // Pages of plugins' frames only: one that goes elsewhere finds nothing.
    `frame-src ${origin}/frame/`,
    `connect-src 'self'${media}${tray}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${embeddedBy ? ancestors(embeddedBy) : "'self'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicy}`,
  ].join('; ');
}
