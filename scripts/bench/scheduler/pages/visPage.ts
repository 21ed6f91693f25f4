import { DataSet, Timeline } from 'vis-timeline/standalone';
import 'vis-timeline/styles/vis-timeline-graph2d.css';
import type { TimeWindow } from '../../../../plugins/scheduling/client/chart/timeAxis.ts';
import { run } from './harness.ts';
import { changedJob, machineName, plainJobs, type PlainJob } from './subject.ts';

let jobs: PlainJob[] = [];
let changed: PlainJob;
let items: DataSet;
let timeline: Timeline;
let records: object[] = [];
let groups: object[] = [];
let view: TimeWindow = { from: 0, to: 1 };
let width = 1;
let drawn = true;

const itemOf = ({ id, machine, from, to, name }: PlainJob) => ({
  id,
  group: machine,
  start: from,
  end: to,
  content: name,
});

/** It draws several times before it shows anything. */
function follow(): void {
  drawn = true;
  timeline.on('changed', () => (drawn = true));
}

function look(seen: TimeWindow): void {
  view = seen;
  drawn = false;
  timeline.setWindow(seen.from, seen.to, { animation: false });
}

run({
  prepare(bytes, machines) {
    jobs = plainJobs(bytes);
    records = jobs.map(itemOf);
    groups = Array.from({ length: machines }, (_, index) => ({ id: index + 1, content: machineName(index + 1) }));
  },
  mount(place, seen) {
    view = seen;
    changed = changedJob(jobs, seen.from);
    width = place.clientWidth - 250;
    drawn = false;
    items = new DataSet(records);
    timeline = new Timeline(place, items, new DataSet(groups), {
      stack: false,
      verticalScroll: true,
      height: `${place.clientHeight}px`,
      start: seen.from,
      end: seen.to,
      margin: { item: { vertical: 30 } },
      orientation: 'top',
      showCurrentTime: false,
      onInitialDrawComplete: follow,
    });
  },
  drawn: () => drawn,
  show: look,
  scrollTo(top) {
    const bar = document.querySelector('.vis-vertical-scroll');
    if (bar) bar.scrollTop = top;
  },
  panBy(pixels) {
    const shift = (pixels * (view.to - view.from)) / width;
    look({ from: view.from + shift, to: view.to + shift });
  },
  update() {
    drawn = false;
    changed.to += 3_600_000;
    items.update(itemOf(changed));
  },
});
