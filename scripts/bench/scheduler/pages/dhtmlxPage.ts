import { gantt } from 'dhtmlx-gantt';
import 'dhtmlx-gantt/codebase/dhtmlxgantt.css';
import './dhtmlxPage.css';
import type { TimeWindow } from '../../../../plugins/scheduling/client/chart/timeAxis.ts';
import { dayMs, year } from '../data.ts';
import { run } from './harness.ts';
import { changedJob, colorOf, machineName, plainJobs, rowPixels, type PlainJob } from './subject.ts';

/** Its free edition has one bar in a row: ours are the text of one that is a year long. */
const names = 250;
let jobs: PlainJob[] = [];
let changed: PlainJob;
let data: object[] = [];
let width = 1;
const byMachine = new Map<number, PlainJob[]>();
const percent = (time: number) => `${((100 * time) / (year.to - year.from)).toFixed(5)}%`;

gantt.templates['task_text'] = (_start, _end, { id }) =>
  (byMachine.get(id) ?? [])
    .map(
      ({ from, to, status }) =>
        `<div style="position:absolute;top:0;height:40px;left:${percent(from - year.from)};width:${percent(to - from)};background:${colorOf(status)}"></div>`,
    )
    .join('');

function look({ from, to }: TimeWindow): void {
  const days = (to - from) / dayMs;
  const months = days > 100;
  gantt.config['scales'] = [{ unit: months ? 'month' : 'day', step: 1, format: months ? '%M' : '%d %M' }];
  gantt.config['min_column_width'] = months ? width / 12 : width / days;
}

run({
  prepare(bytes, machines) {
    jobs = plainJobs(bytes);
    for (const job of jobs) {
      const others = byMachine.get(job.machine);
      if (others) others.push(job);
      else byMachine.set(job.machine, [job]);
    }
    data = Array.from({ length: machines }, (_, index) => ({
      id: index + 1,
      text: machineName(index + 1),
      start_date: new Date(year.from),
      end_date: new Date(year.to),
    }));
  },
  mount(place, view) {
    changed = changedJob(jobs, view.from);
    width = place.clientWidth - names;
    Object.assign(gantt.config, {
      readonly: true,
      show_links: false,
      row_height: rowPixels,
      bar_height: 40,
      scale_height: 48,
      grid_width: names,
      columns: [{ name: 'text', label: ' ', width: names }],
      start_date: new Date(year.from),
      end_date: new Date(year.to),
    });
    look(view);
    gantt.init(place);
    gantt.parse({ data, links: [] });
    gantt.scrollTo(gantt.posFromDate(new Date(view.from)), null);
  },
  drawn: () => true,
  show(view) {
    look(view);
    gantt.render();
    gantt.scrollTo(gantt.posFromDate(new Date(view.from)), null);
  },
  scrollTo: (top) => gantt.scrollTo(null, top),
  panBy: (pixels) => gantt.scrollTo(gantt.getScrollState().x + pixels, null),
  update() {
    changed.to += 3_600_000;
    gantt.refreshTask(changed.machine);
  },
});
