import { keepNestedBuild } from '@sinter/sdk/contract/production/platforms';
import { arrangedBuild } from './arrangedBuild.ts';
import { measurable } from './leaks.ts';
import { people } from './people.ts';
import { expect, test } from './test.ts';

test.use(measurable);

const name = 'Two hundred blocks';
const pieces = 200;

test(
  'a plate of 200 pieces is opened twenty times, and nothing of it stays',
  { tag: '@production' },
  async ({ app, browser }, info) => {
    test.setTimeout(400_000);
    const { planner, build, leave } = await arrangedBuild(app.url, { name, ordered: pieces, pieces });
    await planner.call(keepNestedBuild, {
      params: { id: build.arrangement?.nestingId ?? 0, number: 1 },
      body: { name },
    });
    const party = people(browser, app.url);
    const page = await party.enter('planner', '/service-provider/machine-platforms');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const figures = async () => {
      // Timers of single-spa hold a page that was taken down for so long.
      await page.waitForTimeout(3500);
      for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      const of = (wanted: string) => metrics.find((metric) => metric.name === wanted)?.value ?? NaN;
      return { heapMb: of('JSHeapUsedSize') / 2 ** 20, listeners: of('JSEventListeners'), nodes: of('Nodes') };
    };
    const plate = page.getByRole('application');
    const rounds: Awaited<ReturnType<typeof figures>>[] = [];
    let frames: number[] = [];
    for (let mount = 1; mount <= 20; mount++) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('listbox', { name: 'Pieces' }).getByRole('option')).toHaveCount(pieces);
      await expect(page.getByText(/^Loading parts/)).toBeHidden();
      if (mount === 20) {
        frames = await plate.evaluate(async (element) => {
          const times: number[] = [];
          for (let frame = 0; frame <= 120; frame++) {
            element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
            times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
          }
          return times.slice(1).map((time, at) => time - (times[at] ?? time));
        });
      }
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').first().click();
      await expect(page.getByRole('table', { name: 'Machine platforms' })).toBeVisible();
      if (mount % 5 === 0) rounds.push(await figures());
    }
    frames.sort((one, other) => one - other);
    const at = (share: number) => Math.round((frames[Math.floor(frames.length * share)] ?? NaN) * 10) / 10;
    info.annotations.push({ type: 'after each five', description: JSON.stringify(rounds) });
    info.annotations.push({ type: 'frames, ms', description: `p50 ${at(0.5)}, p95 ${at(0.95)}` });
    console.log(JSON.stringify(rounds), `p50 ${at(0.5)}, p95 ${at(0.95)}`);
    const [start] = rounds;
    const end = rounds.at(-1);
    if (!start || !end) throw new Error('Nothing was measured.');
    expect(end.heapMb / start.heapMb).toBeLessThanOrEqual(1.1);
    expect(end.listeners).toBe(start.listeners);
    expect(Math.abs(end.nodes / start.nodes - 1)).toBeLessThanOrEqual(0.05);
    await leave();
    await party.leave();
  },
);
