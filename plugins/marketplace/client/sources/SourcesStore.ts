import type { CallResult } from '@sinter/sdk/contract/call';
import { importFromSource, listSources } from '@sinter/sdk/contract/host/extensionSources';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { submissionPath } from '../paths.ts';

export type Source = CallResult<typeof listSources>['sources'][number];
export type SourcePackage = Source['packages'][number];

type Host = Pick<PluginHost, 'api' | 'log' | 'navigate'>;

/** Packages that lie in folders of the server. */
export class SourcesStore {
  /** The file that is being imported. */
  importing: string | null = null;
  readonly reading: Question<void, Source[]>;
  readonly take: Action<[source: string, file: string], CallResult<typeof importFromSource>>;

  constructor(host: Host) {
    const { api } = host;
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
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  import(source: string, file: string): void {
    this.importing = file;
    void this.take.run(source, file);
  }
}

/** What would be refused is not offered. */
export const canImport = ({ signature, news }: SourcePackage): boolean =>
  (signature === 'KNOWN' || signature === 'UNSIGNED') && (news === 'NEW' || news === 'NEWER');
