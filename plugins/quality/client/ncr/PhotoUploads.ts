import { uploadFile, type FileDto } from '@sinter/sdk/contract/host/files';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';

/** Pictures that hang on nothing yet: each stays as soon as it is uploaded, whatever becomes of those after it. */
export class PhotoUploads {
  photos: readonly FileDto[] = [];
  readonly most: number;
  readonly uploading: Action<[readonly File[]]>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, most: number) {
    this.most = most;
    this.uploading = new Action<[readonly File[]]>(host, {
      run: async (files) => {
        const room = files.slice(0, most - this.photos.length);
        for (const file of room) this.add(await host.api.upload(uploadFile, file, {}));
      },
      failed: 'a photo was not uploaded',
    });
    makeStore(this);
  }

  start(): Dispose {
    return () => undefined;
  }

  add(photo: FileDto): void {
    this.photos = [...this.photos, photo];
  }

  remove(fileId: number): void {
    this.photos = this.photos.filter(({ id }) => id !== fileId);
  }
}
