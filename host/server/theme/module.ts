import { themes } from '@sinter/sdk/contract/host/appearance';
import { themeFile } from '@sinter/sdk/contract/host/configuration';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import { publishedThemes } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { handleTheme } from './handlers.ts';
import { partsOf } from './parts.ts';

export const themeModule = defineHostModule({
  id: 'theme',
  serves: { themes, themeFile, themeChanged },
  setup(host) {
    const parts = partsOf(host);
    host.provide(publishedThemes, () => parts.themes);
    handleTheme(parts);
  },
});
