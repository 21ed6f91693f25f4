import { theme } from 'antd';
import type { ThemeConfig } from 'antd';
import type { Appearance } from './appearance.ts';

const palettes = {
  light: {
    ...{ colorPrimary: '#1a5fd0', colorPrimaryHover: '#134ca9', colorLink: '#1a5fd0', colorInfo: '#1a5fd0' },
    ...{ colorSuccess: '#1c7c4a', colorWarning: '#b06a00', colorError: '#bf2419' },
    ...{ colorTextBase: '#16202e', colorBgBase: '#ffffff', colorBgLayout: '#f3f5f8', colorBorder: '#8f9cad' },
    ...{ colorBorderSecondary: '#e4e8ee', colorTextPlaceholder: '#6b7a8d' },
  },
  dark: {
    ...{ colorPrimary: '#3470d6', colorPrimaryHover: '#2a5fba', colorLink: '#78abff', colorInfo: '#78abff' },
    ...{ colorSuccess: '#62c990', colorWarning: '#e9b15c', colorError: '#ff7068' },
    ...{ colorTextBase: '#e6ebf2', colorBgBase: '#151d28', colorBgLayout: '#0d131b', colorBgContainer: '#151d28' },
    ...{
      colorBgElevated: '#1a2431',
      colorBorder: '#55647a',
      colorBorderSecondary: '#283445',
      colorTextPlaceholder: '#8f9db0',
    },
  },
} as const;

/** antd's look for one appearance. `primary` is the theme's own primary colour, where an administrator set one. */
export function antdTheme(appearance: Appearance, primary?: string): ThemeConfig {
  const palette = palettes[appearance];
  return {
    algorithm: appearance === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'sinter' },
    hashed: false,
    token: {
      ...palette,
      ...(primary ? { colorPrimary: primary, colorLink: primary, colorInfo: primary } : {}),
      fontFamily: 'var(--font)',
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 34,
      wireframe: false,
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
