import { theme } from 'antd';
import type { ThemeConfig } from 'antd';
import type { Appearance } from './appearance.ts';
import { themeVariables } from '../../contract/host/themeVariables.ts';

/** antd computes with its colours, so that it needs values and not the names of variables. */
const computable = /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([^()]*\))$/i;

const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/**
 * antd's look for one appearance, in the present colours of the page. `read` gives the value of a variable, or empty
 * text when the page has none yet; then the default counts.
 */
export function antdTheme(appearance: Appearance, read: (variable: string) => string): ThemeConfig {
  const colour = (name: string): string => {
    const value = read(`--${name}`).trim();
    const own = themeVariables.find((variable) => variable.name === name);
    return computable.test(value) ? value : (own?.[appearance] ?? '');
  };
  return {
    algorithm: appearance === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'sinter' },
    hashed: false,
    token: {
      colorPrimary: colour('button-primary'),
      colorPrimaryHover: colour('button-primary-hover'),
      colorLink: colour('primary'),
      colorInfo: colour('primary'),
      colorSuccess: colour('success'),
      colorWarning: colour('warning'),
      colorError: colour('danger'),
      colorTextBase: colour('text'),
      colorTextPlaceholder: colour('text-muted'),
      colorBgBase: colour('surface'),
      colorBgContainer: colour('surface'),
      colorBgLayout: colour('background'),
      colorBgElevated: colour(appearance === 'dark' ? 'surface-raised' : 'surface'),
      colorBorder: colour('control-border'),
      colorBorderSecondary: colour('border'),
      fontFamily: 'var(--font)',
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 34,
      wireframe: false,
      // Otherwise it waits for the ends of movements that the style sheet has taken away.
      motion: reducedMotion?.matches !== true,
    },
    components: {
      Table: {
        cellPaddingBlock: 10,
        cellPaddingInline: 12,
        headerBg: 'var(--surface-raised)',
        headerColor: 'var(--text-secondary)',
      },
      Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tabs: { horizontalItemPadding: '10px 0' },
    },
  };
}
