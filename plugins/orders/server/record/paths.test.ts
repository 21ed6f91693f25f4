import { expect, it } from 'vitest';
import { numbered, safeName } from './paths.ts';

it.each([
  ['../../etc/passwd', '__.._etc_passwd'],
  ['..', '_'],
  ['C:\\temp\\part.stl', 'C_temp_part.stl'],
  ['part\u202Elts.exe', 'part_lts.exe'],
  ['a\nb.step', 'a_b.step'],
  ['', 'file'],
  ['Gehäuse – 部品.step', 'Gehäuse – 部品.step'],
  ['part. ', 'part'],
])('makes a safe name of %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

it('shortens a long name and keeps what kind of file it is', () => {
  expect(safeName(`${'x'.repeat(300)}.step`)).toBe(`${'x'.repeat(75)}.step`);
  expect(numbered(11, 'bracket.stl')).toBe('12-bracket.stl');
});
