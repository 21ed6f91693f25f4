import { defineHostModule } from '../hostModule.ts';
import { handleTheme } from './handlers.ts';

export const themeModule = defineHostModule({ id: 'theme', setup: handleTheme });
