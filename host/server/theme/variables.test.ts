import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { themeCss } from './css.ts';
import { headBytes, sniff } from './sniff.ts';
import { themeVariable } from '@sinter/sdk/contract/host/themeRules';
import { isPlainValue, variableProblems } from './variables.ts';

describe('the variables of a theme', () => {
  const tokens = readFileSync('sdk/ui/theme/tokens.css', 'utf8');
  const declared = [...tokens.matchAll(/^\s*--([\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));

  it('may have every value that the palette has', () => {
    for (const { name, value } of declared) expect(isPlainValue(value), name).toBe(true);
  });

  it.each([
    'url(https://evil.test/x)',
    'red;} body{display:none',
    "'open",
    '"mixed\' quotes',
    '</style>',
    'red\\9',
    'expression(alert(1))',
    'image-set("x" 1x)',
    '@import "x"',
    'rgb(1, 2',
    'a)b(',
    'red/*',
    'red !important',
    'attr(title)',
    '',
    '   ',
    'x'.repeat(201),
  ])('refuse %s', (value) => {
    expect(isPlainValue(value)).toBe(false);
    expect(variableProblems({ '--primary': value })).toHaveProperty('--primary');
  });

  it.each([
    "'Noto Sans', Inter, sans-serif",
    'color-mix(in oklab, var(--primary) 20%, white)',
    '#fff',
    'rgb(0 0 0 / 16%)',
  ])('take %s', (value) => expect(isPlainValue(value)).toBe(true));

  it('are named with or without dashes, and for dark mode', () => {
    expect(themeVariable('--primary@dark')).toEqual({ name: 'primary', dark: true });
    expect(themeVariable('primary')).toEqual({ name: 'primary', dark: false });
    for (const name of ['-primary', '--primary@light', '--a}b', '']) expect(themeVariable(name)).toBeNull();
    expect(variableProblems({ primary: 'red', '--sidebar': 'red' })).toEqual({
      '--sidebar': 'There is no such variable',
    });
  });
});

describe('the style sheet of a theme', () => {
  it('has light and dark values, and leaves out what an old record holds', () => {
    const css = themeCss({
      ...defaultTheme,
      'root-css': { '--primary': 'red', 'primary@dark': 'pink', '--x}body{': 'red', '--border': 'url(x)' },
      fonts: [
        { weight: '400', style: 'normal', files: [{ fileURL: '/api/v1/misc/theme-files/3', extension: 'woff2' }] },
        { weight: '700', style: 'normal', files: [{ fileURL: 'https://evil.test/x', extension: 'woff2' }] },
      ],
    });
    expect(css).toBe(
      "@font-face{font-family:'theme';font-weight:400;font-style:normal;font-display:swap;" +
        "src:url(/api/v1/misc/theme-files/3) format('woff2')}:root{--primary:red;--button-primary:red;--button-primary-hover:red;}" +
        ":root[data-theme='dark']{--primary:pink;--button-primary:pink;--button-primary-hover:pink;}" +
        '@media (prefers-color-scheme:dark){:root:not([data-theme]){--primary:pink;--button-primary:pink;--button-primary-hover:pink;}}',
    );
    expect(themeCss(defaultTheme)).toBe('');
  });
});

describe('a file', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  it.each<[string, Buffer, string | undefined]>([
    ['png', hex('89504e470d0a1a0a0000'), 'png'],
    ['jpeg', hex('ffd8ffe0'), 'jpeg'],
    ['gif', Buffer.from('GIF89a...'), 'gif'],
    ['webp', Buffer.from('RIFF0000WEBPVP8 '), 'webp'],
    ['a sound', Buffer.from('RIFF0000WAVEfmt '), undefined],
    ['ico', hex('00000100'), 'ico'],
    ['svg', Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x">'), 'svg'],
    ['a page', Buffer.from('<html><svg>'), undefined],
    ['woff2', Buffer.from('wOF2'), 'woff2'],
    ['woff', Buffer.from('wOFF'), 'woff'],
    ['ttf', hex('00010000'), 'ttf'],
    ['otf', Buffer.from('OTTO'), 'otf'],
    ['a program', hex('7f454c46'), undefined],
    ['many comments', Buffer.from('<!-- -->'.repeat(headBytes / 8)), undefined],
  ])('that is %s is known by its content', (_, head, extension) => {
    expect(sniff(head)?.extension).toBe(extension);
  });
});
