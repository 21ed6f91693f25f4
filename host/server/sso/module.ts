import { defineHostModule } from '../hostModule.ts';
import { handleSso } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const ssoModule = defineHostModule({ id: 'sso', migrations: { '001_tables': tables }, setup: handleSso });
