/** Pixels. */
export const rowHeight = 64;
export const groupHeight = 36;

/** A machine of the chart. */
export interface ChartRow {
  machineId: number;
  facility: string;
  name: string;
  model: string;
  process: string;
  /** `null` while no material is loaded. */
  material: string | null;
  materialId: number | null;
}

export const groupings = ['facility', 'process', 'model'] as const;
export type Grouping = (typeof groupings)[number];

export interface MachineLine {
  kind: 'machine';
  key: string;
  row: ChartRow;
}
export interface GroupLine {
  kind: 'group';
  key: string;
  label: string;
  rows: readonly ChartRow[];
  open: boolean;
}
/** What the chart shows from top to bottom. */
export type Line = MachineLine | GroupLine;

export const keyOfMachine = (machineId: number): string => `machine-${machineId}`;
const keyOfGroup = (label: string): string => `group-${label}`;
const heightOf = (line: Line): number => (line.kind === 'group' ? groupHeight : rowHeight);

/** The lines of the chart and where they lie. */
export class Lines {
  readonly list: readonly Line[];
  /** Top of each line, and the whole height at the end. */
  private readonly tops: Float64Array;
  private readonly places: ReadonlyMap<string, number>;

  constructor(rows: readonly ChartRow[], grouping: Grouping | null, closed: ReadonlySet<string>) {
    this.list = grouping ? grouped(rows, grouping, closed) : rows.map(machineLine);
    this.tops = new Float64Array(this.list.length + 1);
    this.places = new Map(this.list.map(({ key }, place) => [key, place]));
    for (const [place, line] of this.list.entries()) this.tops[place + 1] = this.top(place) + heightOf(line);
  }

  get height(): number {
    return this.top(this.list.length);
  }

  top(place: number): number {
    return this.tops[place] ?? 0;
  }

  /** -1 for a line that is not shown. */
  placeOf(key: string): number {
    return this.places.get(key) ?? -1;
  }

  /** The line at a height; at the borders, the first and the last. */
  placeAt(y: number): number {
    let low = 0;
    let high = this.list.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.top(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const machineLine = (row: ChartRow): MachineLine => ({ kind: 'machine', key: keyOfMachine(row.machineId), row });

function grouped(rows: readonly ChartRow[], grouping: Grouping, closed: ReadonlySet<string>): Line[] {
  const groups = new Map<string, ChartRow[]>();
  for (const row of rows) {
    const members = groups.get(row[grouping]);
    if (members) members.push(row);
    else groups.set(row[grouping], [row]);
  }
  const labels = [...groups.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  return labels.flatMap((label): Line[] => {
    const members = groups.get(label) ?? [];
    const key = keyOfGroup(label);
    const open = !closed.has(key);
    return [{ kind: 'group', key, label, rows: members, open }, ...(open ? members.map(machineLine) : [])];
  });
}
