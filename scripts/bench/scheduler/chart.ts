import { chromium } from 'playwright';
import { encodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { findBrowser } from '../../test/browser.ts';
import { aligned, costOver, costUnder, type Figure, type Table } from '../figure.ts';
import { inRounds, median, percentile } from '../statistics.ts';
import { jobsOf, label, type Size } from './data.ts';
import { bundlePages } from './pages.ts';
import { installPeers } from './peers.ts';
import { visit, type Visit } from './visit.ts';

const floors = ['floor', 'floorA11y'];
const peers = ['echarts', 'dhtmlx', 'vis'];
/** From this many jobs on, memory is measured: below, most of it is code. */
const manyJobs = 100_000;
/** Frames of 60 a second, and what the clock rounds. */
const twoFrames = 34;
const withinRounding = 1.05;

type Visits = ReadonlyMap<string, Visit[]>;
type Middle = (subject: string) => number;

/** The product's chart in Chromium beside a bare canvas and beside libraries, all of them with the same jobs. */
export async function charts(rounds: number, sizes: readonly Size[]): Promise<Table[]> {
  const modules = installPeers();
  const libraries = modules === undefined ? [] : peers;
  const pages = await bundlePages(['product', ...floors, ...libraries], modules);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  const tables: Table[] = [];
  let fewest = 0;
  try {
    for (const size of sizes) {
      const data = Buffer.from(encodeChartColumns(jobsOf(size)));
      const visits = new Map([...pages.keys()].map((name): [string, Visit[]] => [name, []]));
      await inRounds(
        rounds,
        ...[...pages].map(([name, page]) => async () => {
          visits.get(name)?.push(await visit(browser, page, size, data));
        }),
      );
      const nodes = middle(visits, ({ nodes: each }) => each)('product');
      fewest ||= nodes;
      tables.push(tableOf(size, rounds, visits, libraries, fewest));
    }
    return tables;
  } finally {
    await browser.close();
  }
}

const middle =
  (visits: Visits, read: (visit: Visit) => number): Middle =>
  (subject) =>
    median((visits.get(subject) ?? []).map(read));

/** Of all frames of all rounds. */
const framesAt =
  (visits: Visits, read: (visit: Visit) => number[], share: number): Middle =>
  (subject) =>
    percentile((visits.get(subject) ?? []).flatMap(read), share);

function tableOf(size: Size, rounds: number, visits: Visits, libraries: readonly string[], fewest: number): Table {
  const times: [string, Middle, number | undefined][] = [
    ['data in hand to painted', middle(visits, ({ painted }) => painted), 1.5],
    ['to month', middle(visits, ({ month }) => month), 1.2],
    ['to year', middle(visits, ({ year }) => year), 1.2],
    ['one-job update', middle(visits, ({ update }) => update), undefined],
  ];
  const moves: [string, (visit: Visit) => number[]][] = [
    ['scroll, week', ({ weekScroll }) => weekScroll],
    ['scroll, year', ({ yearScroll }) => yearScroll],
    ['pan, week', ({ weekPan }) => weekPan],
    ['pan, year', ({ yearPan }) => yearPan],
  ];
  const heap = middle(visits, (one) => one.heap);
  const nodes = middle(visits, (one) => one.nodes);
  const [painted] = times;
  const best = libraries.toSorted((a, b) => (painted?.[1](a) ?? 0) - (painted?.[1](b) ?? 0))[0];
  const many = size.jobs >= manyJobs;
  const figures: Figure[] = [
    ...times.map(([name, of, atMost]): Figure =>
      atMost === undefined
        ? { name, unit: 'ms', measured: of('product'), target: { atMost: twoFrames } }
        : { name, unit: 'ms', ...costOver(of('floorA11y'), of('product')), target: { atMost } },
    ),
    ...(best !== undefined && painted
      ? [
          {
            name: `data in hand to painted; floor: ${best}, the best library; ratio: how much faster`,
            unit: 'ms' as const,
            ...costUnder(painted[1](best), painted[1]('product')),
            ...(many && { target: { atLeast: 3 } }),
          },
        ]
      : []),
    ...moves.map(([name, of]): Figure => {
      const slow = framesAt(visits, of, 0.95);
      const target = { atMost: withinRounding };
      return { name: `${name}: p95 frame`, unit: 'ms', ...costOver(slow('floorA11y'), slow('product')), target };
    }),
    { name: 'heap of its own', unit: 'MiB', measured: heap('product') / 2 ** 20 },
    {
      name: 'heap of its own: bytes a job',
      unit: '',
      measured: heap('product') / size.jobs,
      ...(many && { target: { atMost: 40 } }),
    },
    {
      name: 'DOM nodes; floor: of the smallest chart',
      unit: '',
      ...costOver(fewest, nodes('product')),
      target: { atMost: 1.1 },
    },
    {
      name: 'columns decoded and sorted into rows',
      unit: 'ms',
      measured: middle(visits, ({ indexed }) => indexed ?? Number.NaN)('product'),
      target: { atMost: 60 },
    },
  ];
  const frames = (of: (one: Visit) => number[], subject: string) =>
    [0.5, 0.95].map((share) => framesAt(visits, of, share)(subject).toFixed(0)).join(' / ');
  const matrix = [
    ['', ...times.map(([name]) => name), ...moves.map(([name]) => name), 'heap MiB', 'DOM nodes'],
    ...[...visits.keys()].map((subject) => [
      subject,
      ...times.map(([, of]) => of(subject).toFixed(0)),
      ...moves.map(([, of]) => frames(of, subject)),
      (heap(subject) / 2 ** 20).toFixed(1),
      String(nodes(subject)),
    ]),
  ];
  return {
    subject: `Scheduler chart, ${label(size)}`,
    note: `${noteOf(rounds, libraries)}\n\n${aligned(matrix)}`,
    figures,
  };
}

const noteOf = (rounds: number, libraries: readonly string[]): string =>
  `${rounds} rounds, medians; a move: p50 / p95 of its frames, ms. Machines × jobs over 365 days, week first. Floor: a bare canvas of visible rectangles, with the machines as elements.${
    libraries.length === 0 ? ' The libraries that it is compared with could not be installed.' : ''
  }`;
