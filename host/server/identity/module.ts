import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const identityModule = defineHostModule({ id: 'identity', migrations: { '001_tables': tables } });
