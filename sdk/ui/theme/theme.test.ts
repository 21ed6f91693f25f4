import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultTheme } from '../../contract/host/appearance.ts';
import { antdTheme } from './antdTheme.ts';
import { localeOf } from './antdLocales.ts';
import { contrastRatio } from './contrast.ts';
import { themeCss } from './themeCss.ts';
import { themeVariables } from '../../contract/host/themeVariables.ts';

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const blockOf = (selector: string) =>
  tokens.slice(tokens.indexOf(`${selector} {`), tokens.indexOf('}', tokens.indexOf(`${selector} {`)));
const valuesOf = (block: string) =>
  Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));

describe('theme variables', () => {
  it('are those of the style sheet, with the same defaults', () => {
    const light = valuesOf(blockOf(':root'));
    const dark = { ...light, ...valuesOf(blockOf(":root[data-theme='dark']")) };
    expect(Object.fromEntries(themeVariables.map((one) => [one.name, one.light]))).toEqual(light);
    expect(Object.fromEntries(themeVariables.map((one) => [one.name, one.dark]))).toEqual(dark);
  });
  it('become rules for light and dark, and nothing can leave its declaration', () => {
    const root = { primary: '#c0ffee', '--radius': '2px', 'primary@dark': '#abcdef', text: 'red;} body{}', 'a b': '1' };
    expect(themeCss({ ...defaultTheme, 'root-css': root })).toBe(
      ':root{--primary:#c0ffee;--radius:2px;--button-primary:#c0ffee;--button-primary-hover:#c0ffee;}' +
        ":root[data-theme='dark']{--primary:#abcdef;--button-primary:#abcdef;--button-primary-hover:#abcdef;}",
    );
    expect(themeCss(defaultTheme)).toBe('');
  });
  it('reach antd, except those that it cannot compute with', () => {
    const page: Record<string, string> = { '--button-primary': ' #123456', '--text': 'color-mix(in srgb, red, blue)' };
    const { token } = antdTheme('dark', (name) => page[name] ?? '');
    expect(token).toMatchObject({ colorPrimary: '#123456', colorTextBase: '#e6ebf2', colorLink: '#78abff' });
  });
});

describe('contrastRatio', () => {
  it('has the values of WCAG', () => {
    expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21);
    expect(contrastRatio('rgb(255, 255, 255)', '#767676')).toBeCloseTo(4.54, 2);
    expect(contrastRatio('#fff', 'papayawhip')).toBeNull();
  });
});

describe("antd's texts", () => {
  it('exist for the languages of the product', () => {
    expect(localeOf('de_DE')?.locale).toMatch(/^de/);
    expect(localeOf('ar_SA')?.locale).toMatch(/^ar/);
    expect(localeOf('xx_XX')).toBeUndefined();
  });
});
