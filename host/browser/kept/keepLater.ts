import type { Browser } from '../browser.ts';

/** What the page does first has the line for itself. */
const afterMs = 2_000;
let asked = false;

/** Lets the browser keep the pages that work without the server, once for each page load. */
export function keepLater({ log }: Pick<Browser, 'log'>): void {
  // Browsers have workers on secure pages only.
  if (asked || !('serviceWorker' in navigator)) return;
  asked = true;
  setTimeout(() => {
    import('./keepPage.ts')
      .then(({ keepPage }) => keepPage())
      .catch((error: unknown) => log.warn('the page is not kept', { error: String(error) }));
  }, afterMs);
}
