import { expect, type Page } from './test.ts';

/** The scheduler's chart as people see it: a canvas, on which a job is a place and a colour. */

export const zoneName = 'Europe/Berlin';
const dayMs = 86_400_000;
export const hour = 3_600_000;

/** The instant of a time on the demo facility's clock; not for the nights in which that is changed. */
export function instantOf(day: string, time = '00:00'): number {
  const utc = Date.parse(`${day}T${time}Z`);
  return utc - (wallOf(utc) - utc);
}

/** What the facility's clock shows, as the instant at which UTC shows the same. */
function wallOf(instant: number): number {
  const fields = { dateStyle: 'short', timeStyle: 'medium', timeZone: zoneName } as const;
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', fields).format(instant).replace(' ', 'T')}Z`);
}

export const dayOf = (instant: number): string => new Date(wallOf(instant)).toISOString().slice(0, 10);
/** As times of day are shown: `8:00 AM`. */
export const clockOf = (instant: number): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zoneName }).format(instant);
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The Sunday on or before a day. */
export const sundayOf = (day: string): string => addDays(day, -new Date(day).getUTCDay());

/** As dates are shown and typed: `Nov 21, 2026`. */
export const typed = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  );

interface Point {
  x: number;
  y: number;
}

/** Places on the chart while it shows exactly the days of its address. */
export class ChartView {
  constructor(readonly page: Page) {}

  get canvas() {
    return this.page.locator('canvas').first();
  }
  get grid() {
    return this.page.getByRole('grid');
  }
  machine(name: string) {
    return this.page.getByRole('row', { name: new RegExp(`^${name}`) });
  }
  /** What is said to those who do not see the bars. */
  get said() {
    return this.page.locator('[aria-live=polite]').filter({ hasText: /\S/ });
  }

  /** Opens days, both included. */
  async open(from: string, to: string, more = ''): Promise<void> {
    await this.page.goto(`/service-provider/scheduler-view?from=${from}&to=${to}${more}`);
    await this.drawn();
  }

  /** Until there are bars. */
  async drawn(): Promise<void> {
    await expect(this.canvas).toBeVisible();
    await expect(this.page.getByRole('row').first()).toBeVisible();
  }

  /** Where a time of a machine is on the screen; `lift` pixels below the middle of its row. */
  async place(machine: string, time: number, lift = 0): Promise<Point> {
    const row = this.machine(machine);
    await row.scrollIntoViewIfNeeded();
    const [box, cell, rtl] = await Promise.all([
      this.canvas.boundingBox(),
      row.boundingBox(),
      this.page.evaluate(() => document.documentElement.dir === 'rtl'),
    ]);
    if (!box || !cell) throw new Error(`${machine} is not on the chart.`);
    const query = new URL(this.page.url()).searchParams;
    const from = instantOf(query.get('from') ?? '');
    const to = instantOf(addDays(query.get('to') ?? '', 1));
    const share = (time - from) / (to - from);
    return { x: box.x + box.width * (rtl ? 1 - share : share), y: cell.y + cell.height / 2 + lift };
  }

  /** The colour drawn there, where no text is: red, green, blue. */
  async color(machine: string, time: number, lift = 17): Promise<string> {
    const { x, y } = await this.place(machine, time, lift);
    return this.canvas.evaluate(
      (element, at) => {
        if (!(element instanceof HTMLCanvasElement)) return '';
        const box = element.getBoundingClientRect();
        const ratio = element.width / box.width;
        const pixel = element.getContext('2d')?.getImageData((at.x - box.x) * ratio, (at.y - box.y) * ratio, 1, 1);
        return [...(pixel?.data ?? [])].slice(0, 3).join(' ');
      },
      { x, y },
    );
  }

  /** What a custom property of the theme looks like, in the same words. */
  async tone(property: string): Promise<string> {
    return this.page.evaluate((name) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) return '';
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ');
    }, property);
  }

  async click(machine: string, time: number): Promise<void> {
    const { x, y } = await this.place(machine, time);
    await this.page.mouse.click(x, y);
  }

  async drag(from: Point, to: Point): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  /** Points at a place, and returns what the box beside it says. */
  async hover(machine: string, time: number) {
    const { x, y } = await this.place(machine, time);
    await this.page.mouse.move(x, y - 2);
    await this.page.mouse.move(x, y);
    return this.page.getByRole('tooltip');
  }
}
