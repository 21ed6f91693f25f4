import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import {
  addSourceServer,
  importFromSource,
  listSources,
  readSourceServer,
  removeSourceServer,
} from '@sinter/sdk/contract/host/extensionSources';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { submissionPath } from '../paths.ts';

export type Source = CallResult<typeof listSources>['sources'][number];
export type SourcePackage = Source['packages'][number];
export type SourceServer = NonNullable<Source['server']>;
type NewServer = Omit<CallInput<typeof addSourceServer>['body'], 'publicKey'>;
/** The key that another server has shown, and what it was asked with. */
type Shown = CallResult<typeof readSourceServer> & { asked: Pick<NewServer, 'address' | 'apiKey'> };

type Host = Pick<PluginHost, 'api' | 'log' | 'navigate'>;

/** Packages in folders of the server, and on other servers. */
export class SourcesStore {
  /** The file that is being imported. */
  importing: string | null = null;
  /** A server is being entered. */
  entering = false;
  shown: Shown | null = null;
  /** The source that somebody asks to remove. */
  removing: Source | null = null;
  readonly reading: Question<void, Source[]>;
  readonly take: Action<[source: string, file: string], CallResult<typeof importFromSource>>;
  readonly remove: Action<[server: SourceServer], CallResult<typeof removeSourceServer>>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.reading = new Question<void, Source[]>(host, {
      ask: async (_asked, signal) => (await api.call(listSources, {}, { signal })).sources,
      failed: 'the sources could not be read',
    });
    this.take = new Action<[string, string], CallResult<typeof importFromSource>>(host, {
      run: (source, file) => api.call(importFromSource, { body: { source, file } }),
      failed: 'the package was not imported',
      toast: true,
      onDone: ({ packageId }) => host.navigate(submissionPath(packageId)),
    });
    this.remove = new Action<[SourceServer], CallResult<typeof removeSourceServer>>(host, {
      run: ({ serverId }) => api.call(removeSourceServer, { params: { serverId } }),
      failed: 'the server was not removed',
      toast: true,
      onDone: () => this.reading.refresh(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  enter(entering: boolean): void {
    this.entering = entering;
    this.shown = null;
  }

  askToRemove(source: Source | null): void {
    this.removing = source;
  }

  /** Asks for the key first; with the same address and API key again, the key is confirmed. Throws the refusal, for the form to show. */
  async addServer({ name, address, apiKey }: NewServer): Promise<void> {
    const { api } = this.#host;
    const { asked, publicKey } = this.shown ?? {};
    if (asked?.address !== address || asked.apiKey !== apiKey || publicKey === undefined) {
      const shown = await api.call(readSourceServer, { body: { address, apiKey } });
      this.compare({ ...shown, asked: { address, apiKey } });
      return;
    }
    await api.call(addSourceServer, { body: { name, address, apiKey, publicKey } });
    this.enter(false);
    this.reading.refresh();
  }

  compare(shown: Shown): void {
    this.shown = shown;
  }

  import(source: string, file: string): void {
    this.importing = file;
    void this.take.run(source, file);
  }
}

/** What would be refused is not offered. */
export const canImport = ({ signature, news }: SourcePackage): boolean =>
  (signature === 'KNOWN' || signature === 'UNSIGNED') && (news === 'NEW' || news === 'NEWER');
