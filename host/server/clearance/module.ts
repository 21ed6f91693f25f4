import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const clearanceModule = defineHostModule({ id: 'clearance', migrations: { '001_tables': tables } });
