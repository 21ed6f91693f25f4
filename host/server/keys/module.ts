import { defineHostModule } from '../hostModule.ts';
import { handleKeys } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const keysModule = defineHostModule({ id: 'keys', migrations: { '001_tables': tables }, setup: handleKeys });
