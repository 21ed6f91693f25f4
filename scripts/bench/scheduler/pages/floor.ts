import { decodeChartColumns, type ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import type { TimeWindow } from '../../../../plugins/scheduling/client/chart/timeAxis.ts';
import { colorOf, machineName, rowPixels, type Subject } from './subject.ts';

/** Height of a bar, and of the room above all rows. */
const bar = 40;
const head = 48;
const column = 250;

/** The least that can show a schedule: one canvas, and on it the rectangles that are seen. */
export class Floor implements Subject {
  protected place: HTMLElement = document.createElement('div');
  protected top = 0;
  protected machines = 0;
  #view: TimeWindow = { from: 0, to: 1 };
  #bytes = new ArrayBuffer();
  #columns: ChartColumns | undefined;
  /** Where each machine's jobs begin in the columns. */
  #starts = new Uint32Array();
  #context: CanvasRenderingContext2D | null = null;
  #asked = false;

  prepare(bytes: ArrayBuffer, machines: number): void {
    this.#bytes = bytes;
    this.machines = machines;
  }

  mount(place: HTMLElement, view: TimeWindow): void {
    this.place = place;
    this.#view = view;
    const columns = decodeChartColumns(this.#bytes);
    this.#columns = columns;
    this.#starts = new Uint32Array(this.machines + 2);
    for (const machine of columns.equipment) this.#starts[machine + 1] = (this.#starts[machine + 1] ?? 0) + 1;
    for (let machine = 1; machine < this.#starts.length; machine += 1)
      this.#starts[machine] = (this.#starts[machine] ?? 0) + (this.#starts[machine - 1] ?? 0);
    const canvas = document.createElement('canvas');
    canvas.width = place.clientWidth - column;
    canvas.height = place.clientHeight;
    canvas.style.cssText = `position: absolute; left: ${column}px; top: 0`;
    place.append(canvas);
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#ask();
  }

  drawn(): boolean {
    return !this.#asked;
  }

  show(view: TimeWindow): void {
    this.#view = view;
    this.#ask();
  }

  scrollTo(top: number): void {
    this.top = top;
    this.#ask();
  }

  panBy(pixels: number): void {
    const shift = (pixels * (this.#view.to - this.#view.from)) / (this.place.clientWidth - column);
    this.show({ from: this.#view.from + shift, to: this.#view.to + shift });
  }

  update(): void {
    const columns = this.#columns;
    if (!columns) return;
    let index = this.#starts[2] ?? 0;
    while ((columns.to[index] ?? Infinity) <= this.#view.from) index += 1;
    columns.to[index] = (columns.to[index] ?? 0) + 3_600_000;
    this.#ask();
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.draw();
    });
  }

  protected draw(): void {
    const [context, columns, view, starts] = [this.#context, this.#columns, this.#view, this.#starts];
    if (!context || !columns) return;
    const { width, height } = context.canvas;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    const scale = width / (view.to - view.from);
    const first = Math.floor(this.top / rowPixels);
    for (let machine = first + 1; machine <= this.machines; machine += 1) {
      const y = head + (machine - 1) * rowPixels - this.top + (rowPixels - bar) / 2;
      if (y > height) break;
      let index = this.#firstIn(starts[machine] ?? 0, starts[machine + 1] ?? 0);
      for (; index < (starts[machine + 1] ?? 0); index += 1) {
        const from = columns.from[index] ?? 0;
        const to = columns.to[index] ?? 0;
        if (from >= view.to) break;
        if (to <= view.from) continue;
        context.fillStyle = colorOf(columns.status[index] ?? 0);
        context.fillRect((from - view.from) * scale, y, Math.max((to - from) * scale - 1, 1), bar);
      }
    }
  }

  /** No job is longer than twenty days, so that earlier ones are not in view. */
  #firstIn(low: number, high: number): number {
    const from = this.#columns?.from ?? [];
    const earliest = this.#view.from - 20 * 86_400_000;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((from[middle] ?? 0) < earliest) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** And with the column of machines as real elements, which is the least that people without a mouse need. */
export class AccessibleFloor extends Floor {
  readonly #rows = new Map<number, HTMLElement>();
  readonly #grid = document.createElement('div');

  override mount(place: HTMLElement, view: TimeWindow): void {
    this.#grid.setAttribute('role', 'grid');
    this.#grid.setAttribute('aria-rowcount', String(this.machines));
    this.#grid.tabIndex = 0;
    this.#grid.style.cssText = `position: absolute; inset: 0 auto 0 0; width: ${column}px; overflow: hidden`;
    place.append(this.#grid);
    super.mount(place, view);
  }

  protected override draw(): void {
    const first = Math.floor(this.top / rowPixels) + 1;
    const last = Math.min(first + Math.ceil((this.place.clientHeight - head) / rowPixels), this.machines);
    for (const [machine, row] of this.#rows) {
      if (machine >= first && machine <= last) continue;
      row.remove();
      this.#rows.delete(machine);
    }
    for (let machine = first; machine <= last; machine += 1) {
      let row = this.#rows.get(machine);
      if (!row) this.#rows.set(machine, (row = this.#grid.appendChild(rowOf(machine))));
      row.style.transform = `translateY(${head + (machine - 1) * rowPixels - this.top}px)`;
    }
    super.draw();
  }
}

/** As much as a machine's row says: its name, where it stands, its model and material, and what is planned on it. */
function rowOf(machine: number): HTMLElement {
  const row = document.createElement('div');
  row.setAttribute('role', 'row');
  row.setAttribute('aria-rowindex', String(machine));
  row.style.cssText = `position: absolute; height: ${rowPixels}px; width: 100%`;
  const header = document.createElement('div');
  header.setAttribute('role', 'rowheader');
  for (const text of [machineName(machine), 'Home', 'P 396', 'PA 2200']) {
    const line = header.appendChild(document.createElement('div'));
    line.textContent = text;
  }
  const cell = document.createElement('div');
  cell.setAttribute('role', 'gridcell');
  cell.setAttribute('aria-label', 'Jobs');
  row.append(header, cell);
  return row;
}
