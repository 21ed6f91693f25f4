import type { CallResult } from '@sinter/sdk/contract/call';
import * as calls from '@sinter/sdk/contract/integrations/webhooks';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';

export type Webhook = CallResult<typeof calls.listWebhooks>[number];
export type EventTree = CallResult<typeof calls.webhookEvents>;
export type Whole = CallResult<typeof calls.webhookDelivery>;
export interface Draft {
  name: string;
  url: string;
  events: string[];
}
type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;
type Asked = 'ROTATE_SECRET' | 'DISABLE' | 'DELETE';

/** While somebody looks. */
const refreshEvery = 10_000;

/** The webhooks of a facility, and what is done to them. */
export class WebhooksStore {
  /** Of the form that is open: a webhook, or a new one. */
  editing: Webhook | 'new' | null = null;
  /** Shown once. */
  secret: { name: string; secret: string } | null = null;
  /** Somebody is asked whether to. */
  asked: { what: Asked; webhook: Webhook } | null = null;
  tested: { webhook: Webhook; delivery: Whole } | null = null;
  readonly list: Question<void, Webhook[]>;
  readonly tree: Question<void, EventTree>;
  readonly test: Action<[webhook: Webhook], Webhook>;
  readonly enable: Action<[webhook: Webhook], Webhook>;
  readonly #asked: Action<[Asked, Webhook], Webhook | null>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    const { api, t } = host;
    this.list = new Question<void, Webhook[]>(host, {
      ask: (_asked, signal) => api.call(calls.listWebhooks, {}, { signal }),
      failed: 'the webhooks could not be read',
    });
    this.tree = new Question<void, EventTree>(host, {
      ask: (_asked, signal) => api.call(calls.webhookEvents, {}, { signal }),
      failed: 'the events of webhooks could not be read',
    });
    const act = (type: 'TEST' | 'ENABLE' | 'DISABLE' | 'ROTATE_SECRET', { id }: Webhook) =>
      api.call(calls.actOnWebhook, { params: { id, type }, body: {} });
    this.test = new Action<[Webhook], Webhook>(host, {
      run: (webhook) => act('TEST', webhook),
      failed: 'the test was not sent',
      toast: true,
      onDone: (webhook) => {
        const { delivery } = webhook;
        this.tested = delivery ? { webhook, delivery } : null;
        this.list.refresh();
      },
    });
    this.enable = new Action<[Webhook], Webhook>(host, {
      run: (webhook) => act('ENABLE', webhook),
      failed: 'the webhook was not enabled',
      toast: true,
      onDone: ({ name }) => {
        toast.success(t('hooks.done.enabled', { name }));
        this.list.refresh();
      },
    });
    this.#asked = new Action<[Asked, Webhook], Webhook | null>(host, {
      run: async (what, webhook) => {
        if (what !== 'DELETE') return act(what, webhook);
        await api.call(calls.deleteWebhook, { params: { id: webhook.id } });
        toast.success(t('hooks.done.deleted', { name: webhook.name }));
        return null;
      },
      failed: 'the webhook was not changed',
      toast: true,
      onDone: (webhook) => {
        if (webhook) this.show(webhook);
        this.list.refresh();
      },
    });
    makeStore(this);
  }

  start(): Dispose {
    const timer = setInterval(() => this.list.refresh(), refreshEvery);
    return together(this.list.start(), this.tree.start(), () => clearInterval(timer));
  }

  edit(editing: Webhook | 'new' | null): void {
    this.editing = editing;
  }

  ask(what: Asked, webhook: Webhook): void {
    this.asked = { what, webhook };
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.#asked.run(asked.what, asked.webhook);
  }

  forgetSecret(): void {
    this.secret = null;
  }

  closeTest(): void {
    this.tested = null;
  }

  /** Throws the refusal, for the form to show. */
  async save(draft: Draft): Promise<void> {
    const { api } = this.#host;
    const { editing } = this;
    const saved =
      editing === 'new' || editing === null
        ? await api.call(calls.createWebhook, { body: draft })
        : await api.call(calls.updateWebhook, { body: { id: editing.id, ...draft } });
    this.edit(null);
    this.show(saved);
    this.list.refresh();
  }

  show({ name, secret }: Webhook): void {
    if (secret !== undefined) this.secret = { name, secret };
  }
}
