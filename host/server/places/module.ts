import { defineHostModule } from '../hostModule.ts';
import { handlePlaces } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const placesModule = defineHostModule({
  id: 'places',
  migrations: { '001_tables': tables },
  setup: handlePlaces,
});
