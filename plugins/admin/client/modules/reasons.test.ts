import { expect, it } from 'vitest';
import { absenceCodeSchema } from '#registry/manifest';
import texts from '../../locales/en_US.json';

it('has words for every reason why something is missing', () => {
  const known: Readonly<Record<string, string>> = texts;
  expect(absenceCodeSchema.options.filter((code) => !known[`absent.reason.${code}`])).toEqual([]);
});
