import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const mailModule = defineHostModule({ id: 'mail', migrations: { '001_tables': tables } });
