import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('comma-separated values', () => {
  it('quotes what needs it, and lets no spreadsheet run a cell', () => {
    expect(
      toCsv([
        ['Name', 'E-mail'],
        ['O"Neill, Pat', 'a@b.c'],
        ['=1+1', '+43 1'],
      ]),
    ).toBe('Name,E-mail\r\n"O""Neill, Pat",a@b.c\r\n\'=1+1,\'+43 1');
  });
});
