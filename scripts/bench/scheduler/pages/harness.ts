import { windows, type WindowName } from '../data.ts';
import { rowPixels, type Subject } from './subject.ts';

/** What the bench calls in each page. All times are milliseconds. */
export interface Harness {
  load(address: string, machines: number): Promise<void>;
  mount(): Promise<number>;
  show(name: WindowName): Promise<number>;
  update(): Promise<number>;
  /** Time between frames, while each of them scrolls or moves. */
  scroll(frames: number): Promise<number[]>;
  pan(frames: number): Promise<number[]>;
  nodes(): number;
}

declare global {
  var bench: Harness;
}

const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Pixels a frame: a quick hand. */
const step = { down: 60, later: 40 };
/** Back and forth, so that the smallest chart is long enough. */
const turn = 24;

/** Puts the subject into this page. */
export function run(subject: Subject): void {
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'place';
  let rows = 0;

  /** From the call until the frame after the one in which all of it was drawn begins. */
  async function timed(act: () => void): Promise<number> {
    // Every subject begins when a frame has just been drawn.
    await frame();
    await pause(0);
    const begun = performance.now();
    act();
    do await frame();
    while (!subject.drawn());
    await frame();
    return performance.now() - begun;
  }
  async function each(frames: number, act: (count: number) => void): Promise<number[]> {
    const times: number[] = [];
    let before = await frame();
    for (let count = 0; count < frames; count += 1) {
      act(count);
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  }
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await pause(300);
    return result;
  };

  globalThis.bench = {
    async load(address, machines) {
      rows = machines;
      subject.prepare(await (await fetch(address)).arrayBuffer(), machines, place);
      await pause(300);
    },
    mount: () => settled(timed(() => subject.mount(place, windows.week))),
    show: (name) => settled(timed(() => subject.show(windows[name]))),
    update: () => settled(timed(() => subject.update())),
    async scroll(frames) {
      const most = rows * rowPixels - place.clientHeight;
      const times = await each(frames, (count) => subject.scrollTo(there(count * step.down, most)));
      subject.scrollTo(0);
      return settled(Promise.resolve(times));
    },
    pan: (frames) =>
      settled(each(frames, (count) => subject.panBy(count % (2 * turn) < turn ? step.later : -step.later))),
    nodes: () => place.querySelectorAll('*').length,
  };
}

/** From 0 to `most` and back, again and again. */
function there(distance: number, most: number): number {
  const at = distance % (2 * most);
  return at < most ? at : 2 * most - at;
}
