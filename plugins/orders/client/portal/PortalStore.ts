import { reaction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { readSetting } from '@sinter/sdk/contract/host/versions';
import { portalChanged } from '@sinter/sdk/contract/orders/events';
import {
  defaultPortal,
  listPortalCustomers,
  listPortalNotices,
  portalChangeSchema,
  portalKind,
  previewPortal,
  type Portal,
  type PortalChange,
} from '@sinter/sdk/contract/orders/portal';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { currentLanguage } from '@sinter/sdk/i18n';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { enteringSchema, factsOf, type PortalField } from './portalFacts.ts';

type Host = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 't' | 'user'>;
type NoticeKinds = CallResult<typeof listPortalNotices>;
type Preview = CallResult<typeof previewPortal>;

type Channels = Portal['notices']['kinds'][string];

/** Whose portals there are. */
export class PortalCustomersStore {
  readonly customers: Question<string, CallResult<typeof listPortalCustomers>>;

  constructor({ api, ...host }: Host) {
    this.customers = new Question<string, CallResult<typeof listPortalCustomers>>(
      { ...host },
      {
        ask: (search, signal) => api.call(listPortalCustomers, { query: { search } }, { signal }),
        failed: 'the customers could not be listed',
        refreshOn: [on(portalChanged)],
      },
    );
  }

  start(): Dispose {
    this.customers.ask('');
    return this.customers.follow();
  }
}

/** What all customers see, or one of them, as it is edited and as that customer would see it. */
export class PortalStore {
  readonly editor: SettingEditor<PortalChange>;
  readonly customerId: number | null;
  /** The language whose words are written now. */
  language = currentLanguage();
  /** Whom the preview is for, and the order that is open in it. */
  previewed: { companyId: number; orderId?: number } | null;
  readonly languages: Question<void, CallResult<typeof listLanguages>['data']>;
  readonly noticeKinds: Question<void, NoticeKinds>;
  readonly preview: Question<{ companyId: number; orderId?: number; portal: Portal }, Preview>;
  readonly #shared: Question<void, PortalChange>;

  constructor(host: Host, customerId: number | null) {
    const { api, t } = host;
    this.customerId = customerId;
    this.previewed = customerId === null ? null : { companyId: customerId };
    this.editor = new SettingEditor<PortalChange>(host, {
      kind: portalKind,
      elementId: customerId === null ? '' : String(customerId),
      schema: portalChangeSchema,
      entering: enteringSchema,
      facts: factsOf(t),
    });
    this.#shared = new Question<void, PortalChange>(host, {
      ask: async (_, signal) => {
        const { published } = await api.call(readSetting, { query: { kind: portalKind } }, { signal });
        return portalChangeSchema.parse(published.value);
      },
      failed: 'what holds for all customers could not be read',
      refreshOn: [on(portalChanged)],
    });
    this.languages = new Question<void, CallResult<typeof listLanguages>['data']>(host, {
      ask: async (_, signal) => (await api.call(listLanguages, {}, { signal })).data,
      failed: 'the languages could not be read',
    });
    this.noticeKinds = new Question<void, NoticeKinds>(host, {
      ask: (_, signal) => api.call(listPortalNotices, {}, { signal }),
      failed: 'what customers are told of could not be listed',
    });
    this.preview = new Question<{ companyId: number; orderId?: number; portal: Portal }, Preview>(host, {
      ask: (body, signal) => api.call(previewPortal, { body }, { signal }),
      failed: 'the preview could not be made',
    });
    makeStore(this);
  }

  /** What holds where nothing is said here. */
  get inherited(): Portal {
    return this.customerId === null ? defaultPortal : { ...defaultPortal, ...this.#shared.answer };
  }

  /** What would hold. */
  get portal(): Portal {
    return { ...this.inherited, ...this.editor.value };
  }

  isOwn(field: PortalField): boolean {
    return this.editor.value?.[field] !== undefined;
  }

  set(change: PortalChange): void {
    this.editor.change({ ...this.editor.value, ...change });
  }

  /** Says nothing of it here any more. */
  reset(field: PortalField): void {
    const { [field]: _, ...rest } = { ...this.editor.value };
    this.editor.change(rest);
  }

  /** Where the customer's people hear of this; nothing is said of what is as delivered. */
  tell(id: string, on: Channels): void {
    const { mail, kinds } = this.portal.notices;
    const { [id]: _, ...others } = kinds;
    const usual = this.noticeKinds.answer?.find((kind) => kind.id === id);
    const asUsual = usual?.bell === on.bell && usual.mail === on.mail;
    this.set({ notices: { mail, kinds: asUsual ? others : { ...others, [id]: on } } });
  }

  write(language: string): void {
    this.language = language;
  }

  show(companyId: number, orderId?: number): void {
    this.previewed = { companyId, ...(orderId !== undefined && { orderId }) };
  }

  get isWrong(): (field: PortalField) => boolean {
    const paths = Object.keys(this.editor.problems);
    return (field) => paths.some((path) => path === field || path.startsWith(`${field}.`));
  }

  start(): Dispose {
    return together(
      this.editor.start(),
      this.#shared.start(),
      this.languages.start(),
      this.noticeKinds.start(),
      this.preview.follow(),
      reaction(
        () => {
          const parsed = portalChangeSchema.required().safeParse(this.portal);
          return this.previewed && parsed.success ? { ...this.previewed, portal: parsed.data } : null;
        },
        (asked) => asked && this.preview.ask(asked),
        { fireImmediately: true, delay: 300, equals: (one, other) => JSON.stringify(one) === JSON.stringify(other) },
      ),
    );
  }
}
