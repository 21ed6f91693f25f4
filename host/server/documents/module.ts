import { areaTexts, facilities, publishedThemes, storedFiles } from '@sinter/sdk/server';
import { documents } from '@sinter/sdk/server/documents';
import { fileStore } from '../files/store.ts';
import { defineHostModule } from '../hostModule.ts';
import { siteAddress } from '../http/site.ts';
import { sentencesOf } from '../texts/bundled.ts';
import { createDocuments } from './documents.ts';
import * as issued from './migrations/001_issued.ts';
import { DrawingThread } from './thread.ts';

export const documentsModule = defineHostModule({
  id: 'documents',
  migrations: { '001_issued': issued },
  setup(host) {
    const thread = new DrawingThread();
    // Nobody's paper waits for hundreds of somebody else's.
    const background = new DrawingThread();
    const sentences = sentencesOf(() => host.all(areaTexts));
    host.provide(
      documents,
      () =>
        createDocuments({
          ...{ thread, background, sentences, db: host.db, files: host.get(fileStore) },
          storedFiles: host.get(storedFiles),
          themes: host.get(publishedThemes),
          facilities: host.get(facilities),
          site: () => host.get(siteAddress)(),
        }),
      async () => {
        await Promise.all([thread.stop(), background.stop()]);
      },
    );
  },
});
