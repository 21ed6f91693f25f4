import type * as z from 'zod';
import type { CallOptions } from '../api/client.ts';
import * as backend from '../contract/apps/backend.ts';
import { pluginSettings } from '../contract/apps/settings.ts';
import * as storage from '../contract/apps/storage.ts';
import { CallError } from '../contract/errors.ts';
import type { EventPayload, EventSpec } from '../contract/event.ts';
import type { PluginHost } from './definePlugin.ts';

/** A document as it was read. */
export interface AppDocument<T> {
  key: string;
  value: T;
  /** Give it to `put`, and nothing is overwritten that you have not seen. */
  revision: number;
  /** ISO. */
  updatedAt: string;
}

/**
 * JSON documents, each up to 64 kB; all documents of a plugin in a facility together 10 MB and 10,000. Keys have 1 to 200 of the
 * characters `A-Z a-z 0-9 . _ : / -`. What was stored by an older version of the plugin may not fit `schema`: then its error is thrown.
 */
export interface AppDocuments {
  /** `null`: there is none. */
  get<S extends z.ZodType>(key: string, schema: S): Promise<AppDocument<z.output<S>> | null>;
  /**
   * `revision`: the one you have read; 0: there must be none yet; left out: replaces whatever is there. Throws `DocumentChanged` where
   * somebody was faster, and CallErrors TOO_LARGE and STORAGE_FULL.
   */
  put(key: string, value: unknown, options?: { revision?: number }): Promise<{ revision: number; updatedAt: string }>;
  /** What is not there stays away. With `revision` as `put`. */
  delete(key: string, options?: { revision?: number }): Promise<void>;
  /** Those whose keys begin with `prefix`, in the order of their keys; `next` of a page is `after` of the next one, `null` on the last. */
  list<S extends z.ZodType>(
    schema: S,
    options?: { prefix?: string; after?: string; limit?: number },
  ): Promise<{ documents: AppDocument<z.output<S>>[]; next: string | null }>;
}

/** Somebody has stored another revision meanwhile. */
export class DocumentChanged extends Error {
  override readonly name = 'DocumentChanged';
  /** What is there now; `null`: nothing. Its value is not parsed yet. */
  readonly current: AppDocument<unknown> | null;

  constructor(key: string, current: AppDocument<unknown> | null) {
    super(`Another revision of ${key} is stored.`);
    this.current = current;
  }
}

/** The vendor's server has answered, and not with 2xx. */
export class BackendRefusal extends Error {
  override readonly name = 'BackendRefusal';
  readonly status: number;
  /** JSON, or text where it is none. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The server of the plugin answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** What the host keeps and does for a vendor's plugin. */
export interface AppServices {
  readonly storage: {
    /** Shared by all who work in the facility. Throws FORBIDDEN for buyers. */
    readonly facility: AppDocuments;
    /** Of the signed-in person in this facility. */
    readonly person: AppDocuments;
    /** Bytes and documents that are there, and how many there may be. */
    use(): Promise<{ documents: number; bytes: number; limits: typeof storage.storageLimits }>;
  };
  readonly settings: {
    /** By `config.schema` of `plugin.json`, with its defaults; no secrets. `app.settings_changed` tells when they were saved. */
    read<S extends z.ZodType>(schema: S): Promise<z.output<S>>;
  };
  readonly backend: {
    /**
     * Calls the vendor's own server (`backend.url`). `path` lies below it and may have a query: `quotes/12?full=1`; `body` is sent as JSON, up
     * to 256 kB. The answer, up to 512 kB within 10 seconds, is parsed by `response`. Throws `BackendRefusal` for an answer that is not 2xx, and
     * CallErrors UNAVAILABLE (no answer), NOT_POSSIBLE (no server, or one that may not be called), TOO_LARGE and RATE_LIMITED.
     */
    call<S extends z.ZodType>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      options: { body?: unknown; response: S } & CallOptions,
    ): Promise<z.output<S>>;
  };
  /**
   * Publishes an event of the plugin's own (`events.publishes`, origin `server`) to the open browsers of all who work in the facility, where
   * `host.events.on` hears it. Throws SCOPE for a type that is not declared, INVALID_INPUT for a payload over 3.5 kB.
   */
  publish<E extends EventSpec>(event: E, payload: EventPayload<E>): Promise<void>;
}

/** Of a vendor's plugin, for its `setup`; calls of anybody else are refused with SCOPE. */
export function appServices({ id, api }: Pick<PluginHost, 'id' | 'api'>): AppServices {
  const documents = (area: storage.StorageArea): AppDocuments => ({
    async get(key, schema) {
      try {
        const found = await api.call(storage.readDocument, { params: { id, area, key } });
        return { ...found, value: schema.parse(found.value) };
      } catch (error) {
        if (error instanceof CallError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
    put: (key, value, { revision } = {}) =>
      told(key, () => api.call(storage.putDocument, { params: { id, area, key }, body: { value, revision } })),
    async delete(key, { revision } = {}) {
      await told(key, () => api.call(storage.deleteDocument, { params: { id, area, key }, query: { revision } }));
    },
    async list(schema, query = {}) {
      const page = await api.call(storage.listDocuments, { params: { id, area }, query });
      return { ...page, documents: page.documents.map((one) => ({ ...one, value: schema.parse(one.value) })) };
    },
  });

  return {
    storage: {
      facility: documents('facility'),
      person: documents('person'),
      async use() {
        const use = await api.call(storage.storageUse, { params: { id } });
        return { ...use, limits: storage.storageLimits };
      },
    },
    settings: {
      async read(schema) {
        return schema.parse((await api.call(pluginSettings, { params: { id } })).values);
      },
    },
    backend: {
      async call(method, path, { body, response, ...options }) {
        const params = { id, path };
        const answer = await (method === 'GET'
          ? api.call(backend.backendGet, { params }, options)
          : method === 'DELETE'
            ? api.call(backend.backendDelete, { params }, options)
            : api.call(sending[method], { params, body: { value: body } }, options));
        if (answer.status < 200 || answer.status > 299) throw new BackendRefusal(answer.status, answer.body);
        return response.parse(answer.body);
      },
    },
    async publish(event, payload) {
      const body = { type: event.type, payload: event.payload.parse(payload) };
      await api.call(backend.publishEvent, { params: { id }, body });
    },
  };
}

const sending = { POST: backend.backendPost, PUT: backend.backendPut };

async function told<T>(key: string, store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'CHANGED') throw error;
    const current = storage.documentSchema.nullable().safeParse(error.details.current);
    throw new DocumentChanged(key, current.success && current.data ? current.data : null);
  }
}
