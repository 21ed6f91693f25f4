/** One line of a table. */
export interface Figure {
  name: string;
  measured: number;
  unit: 'us' | 'ms' | 's' | 'kB' | 'MiB' | 'MiB/s' | '';
  /** The same work with nothing of ours in it: same unit, same run, same machine. */
  floor?: number;
  /** What `target` speaks of; without it, of the figure itself. */
  ratio?: number;
  target?: { atMost?: number; atLeast?: number };
}

export interface Table {
  subject: string;
  /** What a reader has to know to read the figures. */
  note: string;
  figures: Figure[];
}

/** The figures of a cost, as a multiple of its floor. */
export const costOver = (floor: number, measured: number) => ({ measured, floor, ratio: measured / floor });
/** The figures of a speed, or of a cost told as a speed: what is left of the floor's. */
export const costUnder = (floor: number, measured: number) => ({ measured, floor, ratio: floor / measured });

export function isMissed({ measured, ratio, target = {} }: Figure): boolean {
  const judged = ratio ?? measured;
  return judged > (target.atMost ?? Infinity) || judged < (target.atLeast ?? -Infinity);
}

const short = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3);

function targetText({ unit, ratio, target }: Figure): string {
  const suffix = ratio === undefined ? ` ${unit}`.trimEnd() : 'x';
  if (target?.atMost !== undefined) return `at most ${target.atMost}${suffix}`;
  if (target?.atLeast !== undefined) return `at least ${target.atLeast}${suffix}`;
  return '';
}

export function tableText({ subject, note, figures }: Table): string {
  const rows = [
    ['', 'measured', 'floor', 'ratio', 'target', ''],
    ...figures.map((figure) => [
      figure.name,
      `${short(figure.measured)} ${figure.unit}`.trimEnd(),
      figure.floor === undefined ? '' : short(figure.floor),
      figure.ratio === undefined ? '' : `${figure.ratio.toFixed(2)}x`,
      targetText(figure),
      isMissed(figure) ? 'MISSED' : '',
    ]),
  ];
  return `\n${subject}\n${note}\n\n${aligned(rows, 4)}`;
}

/** Lines of cells in columns: the first, and those from `texts` on, are texts, the others figures. */
export function aligned(rows: readonly (readonly string[])[], texts = Infinity): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column >= texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}
