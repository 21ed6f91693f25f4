import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const recordsModule = defineHostModule({ id: 'records', migrations: { '001_tables': tables } });
