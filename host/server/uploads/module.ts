import * as uploads from '@sinter/sdk/contract/host/uploads';
import { fileStore } from '../files/store.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { handleUploads } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import { partsOf } from './parts.ts';
import { roomDb } from './tables.ts';
import { removeOldUploads } from './uploads.ts';

export const uploadsModule = defineHostModule({
  id: 'uploads',
  serves: { ...uploads },
  migrations: { '001_tables': tables },
  setup(host) {
    handleUploads(partsOf(host));
    host.contribute(housekeeping, () => removeOldUploads(roomDb(host.db), host.get(fileStore).partials));
  },
});
