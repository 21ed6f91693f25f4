import { controlledContent } from '@sinter/sdk/contract/host/exportControl';
import { fileContent, uploadFile } from '@sinter/sdk/contract/host/files';
import { fileRelations, storedFiles } from '@sinter/sdk/server';
import { fileStore } from '../files/store.ts';
import { defineHostModule } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { handleControlledContent, separateControlled } from './controlledContent.ts';
import { handleFiles } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import { partsOf } from './parts.ts';
import { removeContent, removeUnusedContent } from './placement.ts';
import { createStoredFiles } from './storedFiles.ts';
import { roomDb } from './tables.ts';

export const mediaModule = defineHostModule({
  id: 'media',
  serves: { controlledContent, fileContent, uploadFile },
  migrations: { '001_tables': tables },
  setup(host) {
    const db = roomDb(host.db);
    const files = host.get(fileStore);
    host.provide(storedFiles, () => createStoredFiles(db, files, () => host.all(fileRelations)));
    host.get(backgroundJobs).of('host')(removeUnusedContent, (_context, content) => removeContent(db, files, content));
    const parts = partsOf(host);
    if (parts.controlledUrl !== undefined) separateControlled(host.get(httpServer), parts.controlledUrl);
    handleFiles(parts);
    handleControlledContent(parts);
  },
});
