import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const demoModule = defineHostModule({ id: 'demo', migrations: { '001_tables': tables } });
