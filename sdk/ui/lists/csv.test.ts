import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

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
  ])('lets no spreadsheet run %j', (text, written) => {
    expect(toCsv([[text]])).toBe(written);
  });
});
