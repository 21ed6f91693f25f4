import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const factorsModule = defineHostModule({ id: 'factors', migrations: { '001_tables': tables } });
