import { decodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { fakeHost } from '@sinter/sdk/testing';
import { PluginProvider } from '@sinter/sdk/ui/host';
import { runInAction } from 'mobx';
import { createRoot } from 'react-dom/client';
import { Chart } from '../../../../plugins/scheduling/client/chart/Chart.tsx';
import { ChartStore } from '../../../../plugins/scheduling/client/chart/ChartStore.ts';
import { Planner } from '../../../../plugins/scheduling/client/chart/Planner.ts';
import { JobTable } from '../../../../plugins/scheduling/client/chart/JobTable.ts';
import { Zone } from '../../../../plugins/scheduling/client/zone.ts';
import texts from '../../../../plugins/scheduling/locales/en_US.json';
import type { ChartRow } from '../../../../plugins/scheduling/client/chart/rows.ts';
import { aRow } from '../../../../plugins/scheduling/client/chart/testing.ts';
import { windows, year } from '../data.ts';
import { run } from './harness.ts';
import { machineName } from './subject.ts';

/** The product's own chart, fed as its screens feed it. */
const { host } = fakeHost({ id: 'scheduling', texts });
const store = new ChartStore(windows.week, new Zone('Europe/Berlin'));
const planner = new Planner(store);
const edits = { create: async () => {}, move: async () => {}, drop: async () => {} };
const open = () => {};
let data = new ArrayBuffer();
let rows: readonly ChartRow[] = [];

const element = <E extends Element>(selector: string, kind: new () => E): E => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`There is no ${selector}.`);
  return found;
};
const scroller = () => element('[role=grid]', HTMLDivElement);

run({
  /** While machines and jobs are under way, its screens have the frame of the chart. */
  prepare(bytes, machines, place) {
    data = bytes;
    rows = Array.from({ length: machines }, (_, index) =>
      aRow(index + 1, { name: machineName(index + 1), material: 'PA 2200', materialId: 1 }),
    );
    // As its screens do: the chart is as high as there is room.
    place.style.display = 'flex';
    place.style.flexDirection = 'column';
    createRoot(place).render(
      <PluginProvider value={host}>
        <Chart planner={planner} edits={edits} onOpen={open} />
      </PluginProvider>,
    );
  },
  mount(_, view) {
    const begun = performance.now();
    const table = JobTable.of(decodeChartColumns(data));
    performance.measure('indexed', { start: begun });
    runInAction(() => {
      store.show(view);
      store.setRows(rows);
      store.setSpan(year);
      store.setTable(table);
    });
  },
  /** Its canvas is drawn anew in the frame after each change, at the size that it has by then. */
  drawn: () => {
    const canvas = document.querySelector('canvas');
    return (
      canvas !== null &&
      canvas.width === store.width &&
      document.querySelectorAll('[role=row]').length >= store.lastLine
    );
  },
  show: (view) => store.show(view),
  scrollTo: (top) => void (scroller().scrollTop = top),
  panBy: (pixels) => void (scroller().scrollLeft += pixels),
  update() {
    const lane = store.table.lane(2);
    const job = lane.job(lane.firstEndingAfter(store.view.from));
    if (!job) throw new Error('There is no job to change.');
    store.putJobs({ ...job, toDate: String(Number(job.toDate) + 3_600_000), version: job.version + 1 });
  },
});
