import { attachCheckFile } from '@sinter/sdk/contract/production/checkFiles';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import { isLost } from '../offline/lost.ts';

type Place = CallArguments<typeof attachCheckFile>['params'];

/** Photos and files that answer checks: sent when they are chosen, and an answer once that is saved. */
export class Attach {
  /** What they are called, as long as the page is open. */
  names: ReadonlyMap<number, string> = new Map();
  /** Without a connection nothing is attached: a photo is too much to wait on the device. */
  lost = false;
  readonly sending: Action<[string, Place, File, (fileId: number) => void], { fileId: number; fileName: string }>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.sending = new Action<[string, Place, File, (fileId: number) => void], { fileId: number; fileName: string }>(
      host,
      {
        run: (_key, params, file) => host.api.upload(attachCheckFile, file, { params }),
        onDone: ({ fileId, fileName }, _key, _params, _file, done) => {
          this.lost = false;
          this.names = new Map([...this.names, [fileId, fileName]]);
          done(fileId);
        },
        onFailed: (error) => {
          this.lost = isLost(error);
        },
        failed: 'a photo or file was not attached',
      },
    );
    makeStore(this);
  }
}

/** What a field needs to attach to its check. */
export interface Attaching {
  attach: Attach;
  place: Place;
}
