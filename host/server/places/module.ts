import { defineHostModule } from '../hostModule.ts';
import { handleTree } from './tree.ts';

export const placesModule = defineHostModule({ id: 'places', setup: handleTree });
