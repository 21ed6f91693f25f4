import { uploadFile, type FileDto } from '@sinter/sdk/contract/host/files';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';

/** So many photos show one problem. */
export const mostPhotos = 10;

/** Photos that are uploaded before what they belong to is sent. */
export class Photos {
  files: readonly FileDto[] = [];
  readonly adding: Action<[readonly File[]], FileDto[]>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.adding = new Action<[readonly File[]], FileDto[]>(host, {
      run: async (chosen) => {
        const room = chosen.slice(0, mostPhotos - this.files.length);
        const added: FileDto[] = [];
        for (const file of room) added.push(await host.api.upload(uploadFile, file, {}));
        return added;
      },
      failed: 'a photo was not uploaded',
      onDone: (added) => (this.files = [...this.files, ...added]),
    });
    makeStore(this);
  }

  remove(fileId: number): void {
    this.files = this.files.filter(({ id }) => id !== fileId);
  }

  clear(): void {
    this.files = [];
    this.adding.forgive();
  }
}
