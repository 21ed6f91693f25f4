import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';

export const eventsModule = defineHostModule({ id: 'events', migrations: { '001_tables': tables } });
