import { describe, expect, it, vi } from 'vitest';
import { Painter } from './paint.ts';
import { fills } from './rowMarks.ts';
import type { Palette } from './palette.ts';
import { Planner } from './Planner.ts';
import { aChart, aJob, at } from './testing.ts';
import { TimeAxis } from './timeAxis.ts';

vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });

const palette: Palette = {
  ...{ fill: fills.map((fill) => fill), onFill: fills.map((fill) => `on ${fill}`), surface: 'surface' },
  ...{ header: 'header', weekend: 'weekend', line: 'line', strongLine: 'strong', text: 'text' },
  ...{
    textSecondary: 'secondary',
    load: 'load',
    overview: 'overview',
    warn: 'warn',
    warnSoft: 'soft',
    selected: 'selected',
  },
  ...{ cursor: 'cursor', font: 'Inter' },
};

interface Shape {
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A canvas that remembers the rectangles and texts it was given. */
function fakeContext() {
  const shapes: Shape[] = [];
  const texts: { text: string; x: number }[] = [];
  const state: Record<string, unknown> = { fillStyle: '', direction: '' };
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  const add = (x: number, y: number, width: number, height: number) =>
    shapes.push({ color: String(state['fillStyle']), x: round(x), y, width: round(width), height: round(height) });
  const known: Record<string, unknown> = {
    fillRect: add,
    roundRect: add,
    fillText: (text: string, x: number) => texts.push({ text: text.replace(/[\u2068\u2069]/g, ''), x }),
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const context = new Proxy(state, {
    get: (target, name: string) => known[name] ?? target[name] ?? (() => {}),
  }) as unknown as CanvasRenderingContext2D;
  return { context, shapes, texts, state };
}

const jobs = [
  aJob({ id: 1, fromDate: at(100), toDate: at(300), jobStatus: 'IN_PROGRESS', jobName: 'Bracket', parts: '#18 a.stl' }),
  aJob({ id: 2, fromDate: at(280), toDate: at(420), jobStatus: 'PAUSED', jobName: 'Cover' }),
  aJob({ id: 3, equipmentId: 2, fromDate: at(500), toDate: at(600), jobType: 'DOWNTIME', jobName: 'Service' }),
  aJob({ id: 4, equipmentId: 2, fromDate: at(700), toDate: at(700.4), jobStatus: 'FAILED' }),
  aJob({ id: 5, equipmentId: 3, fromDate: at(10), toDate: at(90), dueDate: String(at(50)), jobStatus: 'COMPLETED' }),
];

function paint(mirrored: boolean) {
  const store = aChart(jobs);
  store.setNow(at(650));
  store.setMirrored(mirrored);
  const { context, ...rest } = fakeContext();
  const axis = new TimeAxis(store.zone, 'en-US').around(store.view, store.width);
  new Painter(context).paint({ planner: new Planner(store), axis, palette, nowLabel: 'Now', timeOf: String, ratio: 1 });
  return { ...rest, of: (color: string) => rest.shapes.filter((shape) => shape.color === color) };
}

describe('painting', () => {
  it('draws jobs in the colour of their status, downtime dark, and narrow ones as load', () => {
    const { of, texts } = paint(false);
    expect(of('blue')).toMatchObject([{ x: 100, width: 199 }]);
    expect(of('amber')).toMatchObject([{ x: 280, width: 139 }]);
    expect(of('downtime')).toMatchObject([{ x: 500, width: 99 }]);
    expect(of('red')).toMatchObject([{ x: 700, width: 1, height: 16 }]);
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Bracket', 'Cover', 'Service', 'Now']));
  });

  it('marks overlaps over the whole row, and from when on a job is late', () => {
    const { of } = paint(false);
    expect(of('soft')).toMatchObject([{ x: 280, width: 20 }]);
    expect(of('warn').filter(({ width }) => width === 40)).toMatchObject([{ x: 50 }]);
  });

  it('is the mirror image where time runs from right to left, with text that is not mirrored', () => {
    const [right, left] = [paint(false), paint(true)];
    for (const color of [...fills, 'soft', 'warn', 'weekend']) {
      const flipped = right.of(color).map((shape) => ({ ...shape, x: 1000 - shape.x - shape.width }));
      expect(left.of(color)).toEqual(flipped.map((shape) => ({ ...shape, x: expect.closeTo(shape.x, 6) })));
    }
    expect(left.texts.map(({ text }) => text)).toEqual(right.texts.map(({ text }) => text));
    expect(left.texts.map(({ x }) => x)).toEqual(right.texts.map(({ x }) => expect.closeTo(1000 - x, 6)));
    expect([right.state['direction'], left.state['direction']]).toEqual(['ltr', 'rtl']);
  });
});
