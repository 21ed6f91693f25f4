import type { CsvRow } from '@sinter/sdk/contract/csvRows';
import type { Characteristic } from '@sinter/sdk/contract/quality/inspectionPlans';
import { numberIn, type Value } from './judge.ts';

/** Which column is what, counted from 0; -1: none. */
export interface Columns {
  sample: number;
  characteristic: number;
  value: number;
}

const names: Readonly<Record<keyof Columns, RegExp>> = {
  sample: /^(sample|piece|part|serial|stück|probe|pièce|個体|قطعة)/i,
  characteristic: /^(characteristic|feature|balloon|char|merkmal|caractéristique|特性|خاصية)/i,
  value: /^(value|measured|actual|result|wert|ist|valeur|測定値|قيمة)/i,
};

/** What the first line says of the columns, as far as it is understood. */
export function guessColumns(head: readonly string[]): Columns {
  const at = (part: keyof Columns) => head.findIndex((cell) => names[part].test(cell));
  return { sample: at('sample'), characteristic: at('characteristic'), value: at('value') };
}

export interface ReadLine {
  line: number;
  sample: number;
  key: string;
  value: Value;
}
export type LineProblem = 'SAMPLE' | 'CHARACTERISTIC' | 'VALUE' | 'TWICE';
export interface WrongLine {
  line: number;
  problem: LineProblem;
  text: string;
}

const said: Readonly<Record<string, boolean>> = {
  ok: true,
  pass: true,
  yes: true,
  true: true,
  '1': true,
  nok: false,
  fail: false,
  no: false,
  false: false,
  '0': false,
};

/** What the lines say about the characteristics of an inspection; each that says nothing usable is named with why. */
export function readLines(
  rows: readonly CsvRow[],
  columns: Columns,
  { characteristics, samples }: { characteristics: readonly Characteristic[]; samples: number },
): { read: ReadLine[]; wrong: WrongLine[] } {
  const read: ReadLine[] = [];
  const wrong: WrongLine[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of rows) {
    const cell = (part: keyof Columns) => cells[columns[part]] ?? '';
    const refuse = (problem: LineProblem, text: string) => wrong.push({ line, problem, text });
    const sample = Number(cell('sample'));
    const called = cell('characteristic').toLowerCase();
    const asked = characteristics.find(
      ({ number, name, key }) => called !== '' && [number, name, key].some((each) => each.toLowerCase() === called),
    );
    const value = asked?.kind === 'ATTRIBUTE' ? said[cell('value').toLowerCase()] : numberIn(cell('value'));
    if (!Number.isInteger(sample) || sample < 1 || sample > samples) refuse('SAMPLE', cell('sample'));
    else if (!asked) refuse('CHARACTERISTIC', cell('characteristic'));
    else if (value === null || value === undefined) refuse('VALUE', cell('value'));
    else if (seen.has(`${sample} ${asked.key}`)) refuse('TWICE', `${sample} ${cell('characteristic')}`);
    else {
      seen.add(`${sample} ${asked.key}`);
      read.push({ line, sample, key: asked.key, value });
    }
  }
  return { read, wrong };
}
