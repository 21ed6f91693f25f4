import { defineHostModule } from '../hostModule.ts';
import { handleFactors } from './handlers.ts';

export const secondStepModule = defineHostModule({ id: 'secondStep', setup: handleFactors });
