import { decodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { fakeHost } from '@sinter/sdk/testing';
import { Loading } from '@sinter/sdk/ui';
import { PluginProvider } from '@sinter/sdk/ui/host';
import { runInAction } from 'mobx';
import { createRoot, type Root } from 'react-dom/client';
import { Chart } from '../../../../plugins/scheduling/client/chart/Chart.tsx';
import { ChartStore } from '../../../../plugins/scheduling/client/chart/ChartStore.ts';
import { Planner } from '../../../../plugins/scheduling/client/chart/Planner.ts';
import { JobTable } from '../../../../plugins/scheduling/client/chart/JobTable.ts';
import { Zone } from '../../../../plugins/scheduling/client/zone.ts';
import texts from '../../../../plugins/scheduling/locales/en_US.json';
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
let root: Root;

const element = <E extends Element>(selector: string, kind: new () => E): E => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`There is no ${selector}.`);
  return found;
};
const scroller = () => element('[role=grid]', HTMLDivElement);

run({
  /** While the jobs are under way, its screens say so. */
  prepare(bytes, machines, place) {
    data = bytes;
    const rows = Array.from({ length: machines }, (_, index) =>
      aRow(index + 1, { name: machineName(index + 1), material: 'PA 2200', materialId: 1 }),
    );
    store.setRows(rows);
    root = createRoot(place);
    root.render(<Loading text="Loading" />);
  },
  mount(_, view) {
    const begun = performance.now();
    const table = JobTable.of(decodeChartColumns(data));
    performance.measure('indexed', { start: begun });
    runInAction(() => {
      store.show(view);
      store.setSpan(year);
      store.setTable(table);
    });
    root.render(
      <PluginProvider value={host}>
        <Chart planner={planner} edits={edits} onOpen={open} />
      </PluginProvider>,
    );
  },
  /** Its canvas has a size when it was drawn first, and is drawn anew in the frame after each change. */
  drawn: () => {
    const canvas = document.querySelector('canvas');
    return (
      canvas !== null &&
      store.width > 0 &&
      canvas.width === store.width &&
      document.querySelector('[role=row]') !== null
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
