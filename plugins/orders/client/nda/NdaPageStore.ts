import type { FileDto } from '@sinter/sdk/contract/host/files';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { listNdas, readNdaTemplate, revokeNda, saveNdaTemplate, type Nda } from '@sinter/sdk/contract/orders/nda';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;

/** What a company asks facilities to sign, and what they have signed. */
export class NdaPageStore {
  /** The one that is being taken back. */
  revoking: Nda | null = null;
  readonly template: Question<void, { template: FileDto | null }>;
  /** Sets the document, or takes it away. */
  readonly replacing: Action<[File | null], { template: FileDto | null }>;
  readonly given: List<Nda, Record<string, never>>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.template = new Question<void, { template: FileDto | null }>(host, {
      ask: (_asked, signal) => api.call(readNdaTemplate, {}, { signal }),
      failed: 'the agreement to sign could not be read',
    });
    this.replacing = new Action<[File | null], { template: FileDto | null }>(host, {
      run: async (file) => {
        const fileId = file && (await api.upload(uploadFile, file, {})).id;
        return api.call(saveNdaTemplate, { body: { fileId } });
      },
      failed: 'the agreement to sign could not be stored',
      onDone: (template) => this.template.put(template),
    });
    this.given = new List<Nda, Record<string, never>>(host, {
      filters: textFilters({}),
      keyOf: ({ id }) => id,
      page: async ({ page, size }, signal) => {
        const { ndas, totalCount } = await api.call(listNdas, { query: { page, size } }, { signal });
        return { rows: ndas, total: totalCount };
      },
      failed: 'the agreements could not be read',
      refreshOn: [on(orderChanged)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.template.start(), this.given.start());
  }

  revoke(nda: Nda | null): void {
    this.revoking = nda;
  }

  /** Throws what the server says. */
  async confirmRevoke(reason: string): Promise<void> {
    if (!this.revoking) return;
    await this.#host.api.call(revokeNda, { params: { id: this.revoking.id }, body: { reason } });
    this.revoke(null);
    this.given.question.refresh();
  }
}
