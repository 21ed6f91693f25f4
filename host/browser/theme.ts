import type { ApiClient } from '@sinter/sdk/api';
import { defaultTheme, themes } from '@sinter/sdk/contract/host/appearance';
import type { Theme } from '@sinter/sdk/contract/host/appearance';
import type { Logger } from '@sinter/sdk/plugin';

/** The published theme; the default one when the server has none to give. */
export async function loadTheme(api: ApiClient, log: Logger): Promise<Theme> {
  try {
    return await api.call(themes, {});
  } catch (error) {
    log.warn('the default theme is used', { error: String(error) });
    return defaultTheme;
  }
}
