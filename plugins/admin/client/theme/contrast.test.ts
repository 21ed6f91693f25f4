import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { expect, it } from 'vitest';
import { hardToRead, valueIn } from './contrast.ts';

it('finds nothing wrong with the theme that is delivered', () => {
  expect(hardToRead(defaultTheme)).toEqual([]);
});

it('names what is hard to read, in the mode in which it is', () => {
  const pale = { ...defaultTheme, 'root-css': { text: '#cccccc' } };
  expect(hardToRead(pale).map(({ id, mode }) => `${mode}: ${id}`)).toEqual([
    'light: text background',
    'light: text surface',
  ]);
});

it('means a primary colour for buttons too, as the page does', () => {
  const theme = { ...defaultTheme, 'root-css': { primary: '#ffee00' } };
  expect(valueIn(theme, 'button-primary', 'light')).toBe('#ffee00');
  expect(hardToRead(theme).some(({ id }) => id === 'white button-primary')).toBe(true);
});
