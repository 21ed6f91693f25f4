import { operationRunner } from '@sinter/sdk/contract/preparation/operationRunner';
import { filePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { partViewer } from '@sinter/sdk/contract/preparation/partViewer';
import { plateViewer } from '@sinter/sdk/contract/preparation/plateViewer';
import { definePlugin } from '@sinter/sdk/plugin';
import { Preparations } from './preparations.ts';
import { runFileOperation } from './runFileOperation.ts';

export default definePlugin({
  id: 'preparation',
  setup(host) {
    const preparations = new Preparations(host, sessionStorage);
    host.provide(filePreparation, preparations);
    host.provide(operationRunner, { run: (request) => runFileOperation(host, request) });
    host.slot(partViewer, { id: 'viewer', load: () => import('./viewer/PartViewer.tsx') });
    host.slot(plateViewer, { id: 'plate', load: () => import('./plate/PlateViewer.tsx') });
    host.beforeStop(() => (preparations.isUploading ? 'unsaved' : 'ready'));
    host.onStop(() => preparations.stop());
  },
});
