import { init, type Chart, type RenderItem } from 'echarts';
import type { TimeWindow } from '../../../../plugins/scheduling/client/chart/timeAxis.ts';
import { run } from './harness.ts';
import { colorOf, machineName, plainJobs, rowPixels } from './subject.ts';

/** A custom series, as its makers draw schedules, on a typed array, which is the quickest that it takes. */
const grid = { left: 250, top: 48, right: 0, bottom: 0 };
let chart: Chart;
let source = new Float64Array();
let machines = 0;
let rows = 1;
let width = 1;
let view: TimeWindow = { from: 0, to: 1 };
let top = 0;
let changed = -1;
let drawn = true;

const bar: RenderItem = (_, api) => {
  const row = api.value(0);
  const [left, y] = api.coord([api.value(1), row]);
  const [right] = api.coord([api.value(2), row]);
  const x = Math.max(left, grid.left);
  return right <= x
    ? null
    : {
        type: 'rect',
        shape: { x, y: y - 20, width: Math.max(right - x - 1, 1), height: 40 },
        style: { fill: colorOf(api.value(3)) },
      };
};
const across = () => ({ startValue: view.from, endValue: view.to });
const down = () => ({ startValue: Math.round(top / rowPixels), endValue: Math.round(top / rowPixels) + rows - 1 });
function zoom(): void {
  drawn = false;
  const batch = [
    { dataZoomIndex: 0, ...across() },
    { dataZoomIndex: 1, ...down() },
  ];
  chart.dispatchAction({ type: 'dataZoom', batch });
}

run({
  prepare(bytes, count) {
    machines = count;
    const jobs = plainJobs(bytes);
    source = Float64Array.from(jobs.flatMap(({ machine, from, to, status }) => [machine - 1, from, to, status]));
  },
  mount(place, seen) {
    view = seen;
    width = place.clientWidth - grid.left;
    rows = Math.floor((place.clientHeight - grid.top) / rowPixels);
    changed = 4 * indexAt(seen.from);
    drawn = false;
    chart = init(place, null, { renderer: 'canvas' });
    chart.on('rendered', () => (drawn = true));
    chart.setOption({
      animation: false,
      grid,
      xAxis: { type: 'time', position: 'top' },
      yAxis: {
        type: 'category',
        inverse: true,
        data: Array.from({ length: machines }, (_, index) => machineName(index + 1)),
      },
      dataZoom: [
        { type: 'inside', xAxisIndex: 0, filterMode: 'weakFilter', ...across() },
        { type: 'inside', yAxisIndex: 0, filterMode: 'weakFilter', ...down() },
      ],
      dataset: { source, dimensions: ['machine', 'from', 'to', 'status'] },
      series: { type: 'custom', renderItem: bar, encode: { x: [1, 2], y: 0 }, clip: true },
    });
  },
  drawn: () => drawn,
  show(seen) {
    view = seen;
    zoom();
  },
  scrollTo(to) {
    top = to;
    zoom();
  },
  panBy(pixels) {
    const shift = (pixels * (view.to - view.from)) / width;
    view = { from: view.from + shift, to: view.to + shift };
    zoom();
  },
  update() {
    drawn = false;
    source[changed + 2] = (source[changed + 2] ?? 0) + 3_600_000;
    chart.setOption({ dataset: { source, dimensions: ['machine', 'from', 'to', 'status'] } });
  },
});

/** The first job of the second machine that is on at `time`. */
function indexAt(time: number): number {
  for (let index = 0; index * 4 < source.length; index += 1)
    if (source[index * 4] === 1 && (source[index * 4 + 2] ?? 0) > time) return index;
  return 0;
}
