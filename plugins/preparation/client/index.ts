import { filePreparation } from '@sinter/sdk/api';
import { definePlugin } from '@sinter/sdk/plugin';
import { Preparations } from './preparations.ts';

export default definePlugin({
  id: 'preparation',
  setup(host) {
    const preparations = new Preparations(host, sessionStorage);
    host.provide(filePreparation, preparations);
    host.beforeStop(() => (preparations.isUploading ? 'unsaved' : 'ready'));
    host.onStop(() => preparations.stop());
  },
});
