import { newId } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged, orderChanged } from '@sinter/sdk/contract/events';
import { releaseFile } from '@sinter/sdk/contract/exportControl';
import { fileContent } from '@sinter/sdk/contract/host';
import {
  awardBidUsingPo,
  estimatePrice,
  fireOrderEvent,
  readOrder,
  statusGroups,
  submitQuote,
} from '@sinter/sdk/contract/orders';
import type { OrderFile } from '@sinter/sdk/contract/orderFile';
import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { actions } from './actions.ts';
import type { PlainEvent } from './actions.ts';

const settleMs = 300;

/** A question to the person before something is done. Sent with one id, so that trying again does it once. */
export type Question = { eventId: string; text: string } & Asked;

type Asked =
  { kind: 'event'; event: PlainEvent } | { kind: 'award'; quote: Quote } | { kind: 'release'; part: OrderFile };

export interface QuoteDraft {
  /** Minor units, by the part's id. */
  unitPrices: ReadonlyMap<number, number>;
  leadTimeDays: number;
  validDays: number;
  note: string;
}

type DetailsHost = Pick<PluginHost, 'api' | 'events' | 'flag' | 'log' | 'user'>;

/** One order as its viewer sees it, and what the viewer may do with it: the server says what that is. */
export class OrderDetailsStore {
  order: OrderDetail | null = null;
  error: unknown = null;
  question: Question | null = null;
  /** Why the last answer was refused. */
  refusal: string | null = null;
  busy = false;
  /** What the price engine suggests to a provider who is about to quote; `'failed'` when it cannot tell. */
  suggestion: CallResult<typeof estimatePrice> | 'failed' | null = null;
  private quoteEventId = newId();
  private readonly host: DetailsHost;
  private readonly orderId: number;

  constructor(host: DetailsHost, orderId: number) {
    this.host = host;
    this.orderId = orderId;
    makeAutoObservable<this, 'host' | 'orderId' | 'quoteEventId'>(
      this,
      {
        order: observableRef,
        error: observableRef,
        question: observableRef,
        suggestion: observableRef,
        host: false,
        orderId: false,
        quoteEventId: false,
      },
      { autoBind: true },
    );
  }

  get isProvider(): boolean {
    return this.host.user.defaultRole === 'ROLE_SERVICE_PROVIDER';
  }

  get hasShop(): boolean {
    return this.host.user.dashboard === 'STORE_FRONT';
  }

  /** Kiosks move lots, and open no files. */
  get mayOpenFiles(): boolean {
    return refusal(fileContent.guard, principalOf(this.host.user)) === null;
  }

  /** Takes the export-control mark off parts: an officer of the side that they belong to. */
  get mayRelease(): boolean {
    return !this.isProvider && refusal(releaseFile.guard, principalOf(this.host.user)) === null;
  }

  get mayQuote(): boolean {
    return this.order?.allowedEvents.includes('SUBMIT_QUOTE') ?? false;
  }

  /** Is it the provider's to produce? */
  get isAwarded(): boolean {
    return this.isProvider && statusGroups.AWARDED.some((status) => status === this.order?.status);
  }

  /** Where the rest is scheduled, for those who may and when there is a rest. */
  get schedulerPath(): string | null {
    const { order, host } = this;
    if (!order || !this.isAwarded) return null;
    if (!order.rfqFileDTOs.some(({ notScheduled }) => notScheduled > 0)) return null;
    const { permissions = [] } = host.user.serviceProvider ?? {};
    if (permissions.includes('ENTERPRISE_SCHEDULER_VIEW') && host.flag('ENTERPRISE_SCHEDULER'))
      return `/service-provider/scheduler-view?order=${order.id}`;
    if (permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS') && host.flag('PRODUCTION_SCHEDULE'))
      return `/service-provider/schedules?order=${order.id}`;
    return null;
  }

  start(): Dispose {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.load(), settleMs);
    };
    const forget = [
      this.host.events.on(orderChanged, ({ orderId }) => orderId === this.orderId && later()),
      // What is left to schedule depends on jobs, which do not tell their orders.
      this.host.events.on(jobChanged, later),
    ];
    void this.load();
    return () => {
      clearTimeout(timer);
      forget.forEach((dispose) => dispose());
    };
  }

  async load(): Promise<void> {
    try {
      const order = await this.host.api.call(readOrder, { params: { id: this.orderId } });
      runInAction(() => this.show(order));
    } catch (error) {
      this.host.log.warn('The order could not be loaded', { orderId: this.orderId, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  ask(question: Asked): void {
    this.question = { ...question, eventId: newId(), text: '' };
    this.refusal = null;
  }

  write(text: string): void {
    if (this.question) this.question = { ...this.question, text };
  }

  dismiss(): void {
    this.question = null;
  }

  /** Must the person write something before answering yes? */
  get needsText(): boolean {
    const { question } = this;
    if (!question || question.text.trim() !== '') return false;
    return question.kind !== 'event' || actions[question.event].reason === 'required';
  }

  /** Does what was asked about; says whether it was done. */
  async confirm(): Promise<boolean> {
    const { question, orderId } = this;
    if (!question || this.needsText) return false;
    const { eventId } = question;
    const text = question.text.trim();
    const { api } = this.host;
    return this.act(async () => {
      switch (question.kind) {
        case 'award':
          return api.call(awardBidUsingPo, {
            params: { orderId },
            body: { eventId, quoteId: question.quote.id, poNumber: text },
          });
        case 'event':
          return api.call(fireOrderEvent, {
            params: { id: orderId },
            body: { eventId, event: question.event, reason: text },
          });
        case 'release':
          await api.call(releaseFile, {
            params: { fileId: question.part.originalFileDTO.id },
            body: { reason: text },
          });
          return api.call(readOrder, { params: { id: orderId } });
      }
    });
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async quote({ unitPrices, leadTimeDays, validDays, note }: QuoteDraft): Promise<void> {
    const lines = [...unitPrices].map(([orderFileId, unitPrice]) => ({ orderFileId, unitPrice }));
    const order = await this.host.api.call(submitQuote, {
      params: { id: this.orderId },
      body: { eventId: this.quoteEventId, lines, leadTimeDays, validDays, note },
    });
    runInAction(() => {
      this.quoteEventId = newId();
      this.suggestion = null;
      this.show(order);
    });
  }

  private async act(call: () => Promise<OrderDetail>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      const order = await call();
      runInAction(() => {
        this.question = null;
        this.show(order);
      });
      return true;
    } catch (error) {
      this.host.log.warn('The order refused', { orderId: this.orderId, error: String(error) });
      runInAction(() => (this.refusal = error instanceof CallError ? error.message : 'Something went wrong'));
      // Somebody was faster: show what the order has become.
      if (error instanceof CallError && error.status === 409) void this.load();
      return false;
    } finally {
      runInAction(() => (this.busy = false));
    }
  }

  private show(order: OrderDetail): void {
    this.order = order;
    this.error = null;
    if (this.mayQuote && this.suggestion === null) void this.suggest(order);
  }

  private async suggest({ rfqFileDTOs }: OrderDetail): Promise<void> {
    try {
      const files = rfqFileDTOs.map(({ fileDTO, aMProcess, materials, quantity }) => {
        const [material] = materials;
        if (!material) throw new Error(`${fileDTO.fileName} has no material.`);
        return { fileId: fileDTO.id, amProcessId: aMProcess.id, materialId: material.id, quantity };
      });
      const suggestion = await this.host.api.call(estimatePrice, { body: { files } });
      runInAction(() => (this.suggestion = suggestion));
    } catch (error) {
      this.host.log.warn('No price can be suggested', { orderId: this.orderId, error: String(error) });
      runInAction(() => (this.suggestion = 'failed'));
    }
  }
}
