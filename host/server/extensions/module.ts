import { CallError } from '@sinter/sdk/contract';
import * as review from '@sinter/sdk/contract/host/extensionReview';
import * as extensions from '@sinter/sdk/contract/host/extensions';
import { defineHostModule } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import * as tables from './migrations/001_extensions.ts';

export const extensionsModule = defineHostModule({
  id: 'extensions',
  serves: { ...extensions, ...review },
  migrations: { '001_extensions': tables },
  setup(host) {
    const handle = handling(host);
    for (const call of host.contract.calls) {
      handle(call, () => {
        throw new CallError('UNFINISHED');
      });
    }
  },
});
