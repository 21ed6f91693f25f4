import type { NcrSource, NcrSubject } from '@sinter/sdk/contract/quality/ncr';
import { readNcrChoices } from '@sinter/sdk/contract/quality/ncrs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import type { NcrChoices } from './NcrsStore.ts';

/** What a non-conformance is raised about, from a screen that shows it. */
export interface RaiseAbout {
  source: Exclude<NcrSource, 'CUSTOMER'>;
  subject: Partial<NcrSubject>;
  /** What it is called there. */
  named: string;
  /** Pieces that are affected until somebody says otherwise. */
  pieces: number;
  /** What can be held with it. */
  holds: 'lot' | 'machine' | null;
  /** Of an order: the part is chosen. */
  parts?: readonly { id: number; name: string }[];
}

/** Somebody raises one beside something else: what there is to choose from is read when they begin. */
export class RaiseStore {
  choices: NcrChoices | null = null;
  readonly opening: Action<[], NcrChoices>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.opening = new Action<[], NcrChoices>(host, {
      run: () => host.api.call(readNcrChoices, {}),
      onDone: (choices) => (this.choices = choices),
      failed: 'what non-conformances are described with could not be read',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return () => undefined;
  }

  close(): void {
    this.choices = null;
  }
}
