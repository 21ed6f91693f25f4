import { defineHostModule } from '../hostModule.ts';
import { handleTexts } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const textsModule = defineHostModule({ id: 'texts', migrations: { '001_tables': tables }, setup: handleTexts });
