import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const secretsModule = defineHostModule({ id: 'secrets', migrations: { '001_tables': tables } });
