import { makeAutoObservable } from 'mobx';
import { listOrderDocuments, readOrderDocument, type OrderDocument } from '@sinter/sdk/contract/orders/documents';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { currentLanguage } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import { on, Question } from '@sinter/sdk/state';

type Language = (typeof documentLanguageSchema.options)[number];

/** The papers of an order in the language that is chosen. */
export class PapersStore {
  readonly question: Question<void, readonly OrderDocument[]>;
  language: Language = documentLanguageSchema.safeParse(currentLanguage()).data ?? 'en_US';
  readonly #host: Pick<PluginHost, 'api'>;
  readonly #id: number;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.#host = host;
    this.#id = id;
    this.question = new Question<void, readonly OrderDocument[]>(host, {
      ask: async (_, signal) => {
        const { documents } = await host.api.call(listOrderDocuments, { params: { id }, query: {} }, { signal });
        return documents;
      },
      failed: 'the papers of the order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === id)],
    });
    makeAutoObservable(this, { question: false });
  }

  start(): Dispose {
    return this.question.start();
  }

  choose(language: Language): void {
    this.language = language;
  }

  /** Where the PDF is. */
  address({ type, matchId, version }: OrderDocument, download: 'true' | 'false'): string {
    const query = { language: this.language, matchId, version, download };
    return this.#host.api.href(readOrderDocument, { params: { id: this.#id, type }, query });
  }
}
