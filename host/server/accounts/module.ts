import {
  changePassword,
  forgotPassword,
  readUserProfile,
  register,
  registerWithoutVerification,
  resendEmailVerification,
  resetPassword,
  switchFacility,
  switchRole,
  updateUserProfile,
  verifyEmail,
} from '@sinter/sdk/contract/host/account';
import { defineHostModule } from '../hostModule.ts';
import { handleAccounts } from './handlers.ts';
import { partsOf } from './parts.ts';

export const accountsModule = defineHostModule({
  id: 'accounts',
  serves: {
    changePassword,
    forgotPassword,
    readUserProfile,
    register,
    registerWithoutVerification,
    resendEmailVerification,
    resetPassword,
    switchFacility,
    switchRole,
    updateUserProfile,
    verifyEmail,
  },
  setup: (host) => handleAccounts(partsOf(host)),
});
