import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

const toCsv = (rows: Parameters<typeof csvText>[0]) => csvText(rows).replace(/\r\n$/, '');

describe('comma-separated values', () => {
  it('quotes what needs it', () => {
    expect(
      toCsv([
        ['Name', 'Tags'],
        ['O"Neill, Pat', 'a-b; c=d'],
        ['two\nlines', ''],
      ]),
    ).toBe('Name,Tags\r\n"O""Neill, Pat",a-b; c=d\r\n"two\nlines",');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+43 1', "'+43 1"],
    ['-2', "'-2"],
    ['@sum', "'@sum"],
    [' +4', " '+4"],
    ['＝1+1', "'＝1+1"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\t=5', "'\t'=5"],
    ['spare; =2+2;@sum\t-3', "spare; '=2+2;'@sum\t'-3"],
    ['a\n=1', '"a\n\'=1"'],
    ['a,=1', '"a,=1"'],
    ['  =1', "  '=1"],
    ['\t=1', "'\t'=1"],
    ['\n=1', '"\n\'=1"'],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['=', "'="],
  ])('lets no spreadsheet run %j', (text, written) => {
    expect(toCsv([[text]])).toBe(written);
  });

  it.each([
    ['plain', 'plain'],
    ['a-b', 'a-b'],
    ['2026-01-01', '2026-01-01'],
    ['a@b.example', 'a@b.example'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [-5, '-5'],
    [-1.5, '-1.5'],
    [1e21, '1e+21'],
  ])('writes %j as it is', (cell, written) => {
    expect(toCsv([[cell, 'next']])).toBe(`${written},next`);
  });

  it('ends every row, and gives the same for many as for one after the other', () => {
    expect(csvText([['a'], ['b', 1]])).toBe('a\r\nb,1\r\n');
    expect(csvText([['a'], ['b', 1]])).toBe(csvText([['a']]) + csvText([['b', 1]]));
    expect(csvText([])).toBe('');
  });
});
