import { makeAutoObservable } from 'mobx';
import { listOrderDocuments, readOrderDocument, type OrderDocument } from '@sinter/sdk/contract/orders/documents';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { currentLanguage } from '@sinter/sdk/i18n';
import { readShipmentPaper, type ShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import { readOrderShipments, type OrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import { on, Question } from '@sinter/sdk/state';
import { shipmentNews } from '../shipments/ShipmentsStore.ts';

type Language = (typeof documentLanguageSchema.options)[number];

interface Found {
  documents: readonly OrderDocument[];
  shipments: OrderShipments['shipments'];
}

/** The papers of an order and its shipments, in the language that is chosen. */
export class PapersStore {
  readonly question: Question<void, Found>;
  language: Language = documentLanguageSchema.safeParse(currentLanguage()).data ?? 'en_US';
  readonly #host: Pick<PluginHost, 'api'>;
  readonly #id: number;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.#host = host;
    this.#id = id;
    this.question = new Question<void, Found>(host, {
      ask: async (_, signal) => {
        const [{ documents }, { shipments }] = await Promise.all([
          host.api.call(listOrderDocuments, { params: { id }, query: {} }, { signal }),
          host.api.call(readOrderShipments, { params: { id } }, { signal }),
        ]);
        return { documents, shipments };
      },
      failed: 'the papers of the order could not be read',
      refreshOn: [...shipmentNews, on(orderChanged, (changed) => changed.orderId === id)],
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

  addressOf(id: number, type: ShipmentPaper, download: 'true' | 'false'): string {
    const query = { language: this.language, download };
    return this.#host.api.href(readShipmentPaper, { params: { id, type }, query });
  }
}
