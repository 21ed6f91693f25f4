import type { ApiClient } from '@sinter/sdk/api';
import { defaultTheme, themes } from '@sinter/sdk/contract/host';
import type { Theme } from '@sinter/sdk/contract/host';
import type { Logger } from '@sinter/sdk/plugin';

export async function loadTheme(api: ApiClient, log: Logger): Promise<Theme> {
  try {
    return await api.call(themes, {});
  } catch (error) {
    log.warn('The default theme is used', { error: String(error) });
    return defaultTheme;
  }
}

/** Puts the theme's colours on the page, before anything is drawn. */
export function applyTheme(theme: Theme): void {
  for (const [name, value] of Object.entries(theme['root-css'])) {
    document.documentElement.style.setProperty(name.startsWith('--') ? name : `--${name}`, value);
  }
}
