import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { themeVariable } from '@sinter/sdk/contract/host/themeRules';
import { isPlainValue } from '@sinter/sdk/contract/host/themeValues';
import { variableProblems } from './variables.ts';
import { say } from '../texts.ts';

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
      '--sidebar': say('noVariable'),
    });
  });
});
