import {
  addPasskey,
  askPasskey,
  confirmTotp,
  readSecondFactors,
  reauthenticate,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  startPasskey,
  startTotp,
} from '@sinter/sdk/contract/host/security';
import { defineHostModule } from '../hostModule.ts';
import { handleFactors } from './handlers.ts';
import { partsOf } from './parts.ts';

export const secondStepModule = defineHostModule({
  id: 'secondStep',
  serves: {
    addPasskey,
    askPasskey,
    confirmTotp,
    readSecondFactors,
    reauthenticate,
    removePasskey,
    removeTotp,
    renewRecoveryCodes,
    secondFactor,
    startPasskey,
    startTotp,
  },
  setup: (host) => handleFactors(partsOf(host)),
});
