import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const httpModule = defineHostModule({ id: 'http', migrations: { '001_tables': tables } });
