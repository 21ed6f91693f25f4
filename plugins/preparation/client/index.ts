import { filePreparation, partViewer } from '@sinter/sdk/api';
import { definePlugin } from '@sinter/sdk/plugin';
import { Preparations } from './preparations.ts';

export default definePlugin({
  id: 'preparation',
  setup(host) {
    const preparations = new Preparations(host, sessionStorage);
    host.provide(filePreparation, preparations);
    host.page('cad-viewer', () => import('./viewer/page/CadViewerPage.tsx'));
    host.slot(partViewer, { id: 'viewer', load: () => import('./viewer/PartViewer.tsx') });
    host.beforeStop(() => (preparations.isUploading ? 'unsaved' : 'ready'));
    host.onStop(() => preparations.stop());
  },
});
