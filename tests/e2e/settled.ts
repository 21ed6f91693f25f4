import { expect, type Page } from './test.ts';

/** For how long nothing must have changed. */
const quietMs = 200;

/** Until nothing is busy and the screen has stopped changing. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(
    (ms) =>
      new Promise<void>((quiet) => {
        const end = () => {
          observer.disconnect();
          quiet();
        };
        let timer = setTimeout(end, ms);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, ms);
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    quietMs,
  );
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
