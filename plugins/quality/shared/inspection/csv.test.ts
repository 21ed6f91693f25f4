import { csvRows } from '@sinter/sdk/contract/csvRows';
import { characteristicSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { expect, test } from 'vitest';
import { guessColumns, readLines } from './csv.ts';

const characteristics = [
  characteristicSchema.parse({ key: 'bore', number: '1', name: 'Bore' }),
  characteristicSchema.parse({ key: 'burr', number: '2', name: 'No burr', kind: 'ATTRIBUTE' }),
];

test('lines with decimal commas and quotes are read, and each that is not is named with its line', () => {
  const [head, ...rows] = csvRows(
    '\uFEFFSample;Characteristic;Value\r\n1;Bore;"5,97"\n\n1;2;OK\n3;Bore;6\n2;Length;6\n2;1;six\n1;bore;6,1\n',
  );
  const columns = guessColumns(head?.cells ?? []);
  expect(columns).toEqual({ sample: 0, characteristic: 1, value: 2 });
  expect(readLines(rows, columns, { characteristics, samples: 2 })).toEqual({
    read: [
      { line: 2, sample: 1, key: 'bore', value: 5.97 },
      { line: 4, sample: 1, key: 'burr', value: true },
    ],
    wrong: [
      { line: 5, problem: 'SAMPLE', text: '3' },
      { line: 6, problem: 'CHARACTERISTIC', text: 'Length' },
      { line: 7, problem: 'VALUE', text: 'six' },
      { line: 8, problem: 'TWICE', text: '1 bore' },
    ],
  });
});
