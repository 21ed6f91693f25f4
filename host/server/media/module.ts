import { defineHostModule } from '../hostModule.ts';
import { handleFiles } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const mediaModule = defineHostModule({ id: 'media', migrations: { '001_tables': tables }, setup: handleFiles });
