import { describe, expect, it } from 'vitest';
import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { themeCss } from './css.ts';

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
