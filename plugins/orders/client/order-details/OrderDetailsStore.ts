import { newId } from '@sinter/sdk/plugin';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { listComments } from '@sinter/sdk/contract/comments/comments';
import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { requestApproval } from '@sinter/sdk/contract/orders/approvals';
import { orderChanged, portalChanged } from '@sinter/sdk/contract/orders/events';
import { markOrderSeen } from '@sinter/sdk/contract/orders/lists';
import { releaseFile } from '@sinter/sdk/contract/host/exportControl';
import { fileContent } from '@sinter/sdk/contract/host/files';
import { createOrder, fireOrderEvent, readOrder, statusGroups, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import type { Money, OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { OrderDetail, PlainEvent, Quote } from '@sinter/sdk/contract/orders/orders';
import { listOrderNotes } from '@sinter/sdk/contract/orders/notes';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf, toast } from '@sinter/sdk/ui';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { Labels } from '../Labels.ts';
import { keepEntered, keptInTab } from '@sinter/sdk/state/entered';
import { runInAction } from 'mobx';
import * as z from 'zod';
import { actions, reasonOf } from './actions.ts';
import { tabPath } from './tabs/tabs.ts';
import type { StepViewer } from './nextStep.ts';
import { Photos } from './Photos.ts';
import { noWish, wishSchema, type Choices, type Wish } from '../quotes/asking.ts';
import type { Ways } from '../payment/Ways.ts';
import { quoteDraft } from '../quotes/quoteDraft.ts';
import type { TabViewer } from './tabs/tabs.ts';

/** A question to the person before something is done. Sent with one id, so that trying again does it once. */
export type Confirmation = {
  eventId: string;
  text: string;
  pieces: ReadonlyMap<number, number>;
  wish: Wish;
  askedOf: readonly number[];
} & Asked;

type Asked =
  | { kind: 'event'; event: PlainEvent; quoteId?: number; part?: OrderFile }
  /** With what the buyer chooses of the quote, and what that comes to. */
  | { kind: 'award'; quote: Quote; choices?: Choices; total?: Money }
  | { kind: 'approval'; quote: Quote }
  | { kind: 'release'; part: OrderFile };

/** What is entered into a question, kept over a reload: the text, and pieces by the part's id. */
const begunSchema = z.object({
  about: z.string(),
  text: z.string(),
  pieces: z.array(z.tuple([z.number(), z.number()])).default([]),
  wish: wishSchema.default(noWish),
});

export type QuoteDraft = Omit<CallInput<typeof submitQuote>['body'], 'eventId'>;

type DetailsHost = Pick<
  PluginHost,
  'api' | 'beforeStop' | 'events' | 'flag' | 'location' | 'log' | 'navigate' | 'opens' | 'user'
>;

const aboutOf = (asked: Asked): string => (asked.kind === 'event' ? asked.event : asked.kind);

/** One order as its viewer sees it, and what the viewer may do with it: the server says what that is. */
export class OrderDetailsStore {
  question: Confirmation | null = null;
  /** The dialog stays once it was needed, so that the browser gives the focus back when it closes. */
  hasAsked = false;
  /** The present question was answered before what it asks for was written. */
  tried = false;
  readonly #host: DetailsHost;
  readonly #orderId: number;
  /** What was written to a question before a reload; it is there again when the same is asked. */
  #begun: z.output<typeof begunSchema> | null = null;
  readonly #order: Question<number, OrderDetail>;
  readonly #suggestion: Question<OrderDetail, CallResult<typeof estimatePrice>>;
  readonly #confirm: Action<[Confirmation], OrderDetail>;
  readonly labels: Labels;
  /** Of a problem that is being reported. */
  readonly photos: Photos;
  /** How a quote that is about to be accepted can be paid. */
  ways: Ways | null = null;
  #stopWays: Dispose = () => undefined;
  readonly #label: Action<[number | null], void>;
  #quoteEventId = newId();

  constructor(host: DetailsHost, orderId: number) {
    this.#host = host;
    this.#orderId = orderId;
    this.labels = new Labels(host);
    this.photos = new Photos(host);
    this.#label = new Action<[number | null], void>(host, {
      run: (priorityId) => this.labels.give(orderId, priorityId),
      failed: 'an order was not given a priority',
      onDone: () => this.#order.refresh(),
      onFailed: (error) => toast.error(messageOf(error)),
    });
    const { api } = host;
    this.#order = new Question<number, OrderDetail>(host, {
      ask: (id, signal) => api.call(readOrder, { params: { id } }, { signal }),
      failed: 'the order could not be loaded',
      onAnswer: (order) => this.#take(order),
      // What is left to schedule depends on jobs, which do not tell their orders.
      refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId), on(jobChanged), on(portalChanged)],
    });
    this.#suggestion = new Question(host, {
      ask: async ({ rfqFileDTOs }, signal) =>
        api.call(estimatePrice, { body: { files: rfqFileDTOs.map(priced) } }, { signal }),
      failed: 'no price can be suggested',
    });
    this.#confirm = new Action<[Confirmation], OrderDetail>(host, {
      run: (confirmed) => this.#do(confirmed),
      failed: 'the order refused',
      onDone: (order) => {
        this.question = null;
        this.show(order);
      },
      onFailed: (error) => {
        // Somebody was faster: show what the order has become.
        if (error instanceof CallError && error.status === 409) this.#order.retry();
      },
    });
    makeStore(this);
  }

  get order(): OrderDetail | null {
    return this.#order.answer;
  }

  get error(): unknown {
    return this.#order.error;
  }

  get busy(): boolean {
    return this.#confirm.busy;
  }

  /** Why the last answer was refused. */
  get refusal(): string | null {
    return this.#confirm.problem;
  }

  /** What the price engine suggests to a provider who is about to quote; `'failed'` when it cannot tell. */
  get suggestion(): CallResult<typeof estimatePrice> | 'failed' | null {
    return this.#suggestion.state === 'failed' ? 'failed' : this.#suggestion.answer;
  }

  get isProvider(): boolean {
    return this.#host.user.defaultRole === 'ROLE_SERVICE_PROVIDER';
  }

  /** What the facility quotes in. */
  get currency(): string {
    return this.#host.user.serviceProvider?.currency ?? 'EUR';
  }

  get hasShop(): boolean {
    return this.#host.user.dashboard === 'STORE_FRONT';
  }

  /** The address that orders it, or one part of it, once more; `null` for whoever cannot. */
  again(part?: OrderFile): string | null {
    const { user } = this.#host;
    if (!this.order?.allows.reorder || !this.hasShop || refusal(createOrder.guard, principalOf(user)) !== null)
      return null;
    return `/store-front?again=${this.order.id}${part ? `&part=${part.id}` : ''}`;
  }

  /** An agreement not to disclose stands before its parts: for this facility, or for one that the buyer has asked. */
  get awaitsNda(): boolean {
    const { order } = this;
    if (!order?.ndaRequired) return false;
    return this.isProvider
      ? statusGroups.NEW.some((each) => each === order.status)
      : order.requestStatus === 'DISTRIBUTED';
  }

  /** Where what is asked for can be changed; `null` when it cannot. */
  get editPath(): string | null {
    const path = '/order/create';
    return this.order?.changeable && this.#host.opens(path) ? `${path}?order=${this.order.id}` : null;
  }

  get stepViewer(): StepViewer {
    const { isProvider, editPath, schedulerPath } = this;
    return { isProvider, editPath, schedulerPath };
  }

  /** The buyer chooses whom to ask, or has to know why nobody can make it. */
  get choosesVendors(): boolean {
    const { order } = this;
    if (!order || this.isProvider) return false;
    return order.requestStatus === 'UNMATCHED' || order.allowedEvents.includes('SEND');
  }

  /** Kiosks move lots, and open no files. */
  get mayOpenFiles(): boolean {
    return refusal(fileContent.guard, principalOf(this.#host.user)) === null;
  }

  /** Takes the export-control mark off parts: an officer of the side that they belong to. */
  get mayRelease(): boolean {
    return !this.isProvider && refusal(releaseFile.guard, principalOf(this.#host.user)) === null;
  }

  get mayQuote(): boolean {
    return this.order?.allowedEvents.includes('SUBMIT_QUOTE') ?? false;
  }

  /** A quote was begun in this tab before somebody put the order on hold. */
  get quoteWaits(): boolean {
    const { order } = this;
    if (!this.isProvider || order?.status !== 'ON_HOLD') return false;
    return keptInTab(this.#host, quoteDraft(order.id), z.unknown()).read() !== null;
  }

  /** What the tabs depend on. */
  get viewer(): Omit<TabViewer, 'hasMessages'> {
    const { isProvider, mayQuote, quoteWaits, mayOpenFiles } = this;
    return {
      isProvider,
      seesPrices: hasOrderRight(this.#host.user.memberRoles, 'prices'),
      opensFiles: mayOpenFiles,
      quotes: mayQuote || quoteWaits,
    };
  }

  /** Its facility has agreed to make it, and works with the papers that go with the parts. */
  get printsTravellers(): boolean {
    return this.isProvider && !!this.order?.promisedOn && this.#host.flag('WORKPLAN');
  }

  get mayReadNotes(): boolean {
    return refusal(listOrderNotes.guard, principalOf(this.#host.user)) === null;
  }

  get mayReadMessages(): boolean {
    return refusal(listComments.guard, principalOf(this.#host.user)) === null;
  }

  /** Is it the provider's to produce? */
  get isAwarded(): boolean {
    return this.isProvider && statusGroups.AWARDED.some((status) => status === this.order?.status);
  }

  /** Where the rest is scheduled, for those who may and when there is a rest. */
  get schedulerPath(): string | null {
    const { order } = this;
    if (!order || !this.isAwarded) return null;
    if (!order.rfqFileDTOs.some(({ notScheduled }) => notScheduled > 0)) return null;
    const screen = ['/service-provider/scheduler-view', '/service-provider/schedules'].find((path) =>
      this.#host.opens(path),
    );
    return screen === undefined ? null : `${screen}?order=${order.id}`;
  }

  start(): Dispose {
    const messages = tabPath(this.#orderId, 'messages');
    // They have a screen of their own, that an address may call a tab.
    if (new URLSearchParams(this.#host.location.get().search).get('tab') === 'messages' && this.#host.opens(messages))
      this.#host.navigate(messages, { replace: true });
    return together(
      keepEntered(this.#host, {
        what: `orders.ask.${this.#orderId}`,
        schema: begunSchema,
        entered: () => {
          const { question } = this;
          if (!question) return null;
          const { text, pieces, wish } = question;
          if (text.trim() === '' && pieces.size === 0 && wish === noWish) return null;
          return { about: aboutOf(question), text, pieces: [...pieces], wish };
        },
        restore: (begun) => (this.#begun = begun),
      }),
      this.#order.start(this.#orderId),
      this.#suggestion.follow(),
      this.labels.start(),
      () => this.#stopWays(),
    );
  }

  get labelling(): boolean {
    return this.#label.busy;
  }

  label(priorityId: number | null): void {
    void this.#label.run(priorityId);
  }

  retry(): void {
    this.#order.retry();
  }

  ask(question: Asked): void {
    const begun = this.#begun?.about === aboutOf(question) ? this.#begun : null;
    this.#begun = null;
    const pieces = new Map(begun?.pieces ?? this.#reported(question));
    const entered = { text: begun?.text ?? '', pieces, wish: begun?.wish ?? noWish, askedOf: [] };
    this.question = { ...question, ...entered, eventId: newId() };
    this.hasAsked = true;
    this.tried = false;
    this.photos.clear();
    if (question.kind === 'award') void this.#askWays();
    this.#confirm.forgive();
  }

  async #askWays(): Promise<void> {
    this.#stopWays();
    this.ways = null;
    try {
      const { Ways } = await import('../payment/Ways.ts');
      const ways = new Ways(this.#host, this.#orderId);
      this.#stopWays = ways.start();
      runInAction(() => (this.ways = ways));
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  write(text: string): void {
    if (this.question) this.question = { ...this.question, text };
  }

  /** So many pieces of a part are meant. */
  count(orderFileId: number, quantity: number): void {
    if (!this.question) return;
    const pieces = new Map(this.question.pieces);
    if (quantity > 0) pieces.set(orderFileId, quantity);
    else pieces.delete(orderFileId);
    this.question = { ...this.question, pieces };
  }

  /** What else should be different about a quote. */
  wish(change: Partial<Wish>): void {
    if (this.question) this.question = { ...this.question, wish: { ...this.question.wish, ...change } };
  }

  /** Who is asked to approve; nobody named: whoever may. */
  askOf(askedOf: readonly number[]): void {
    if (this.question) this.question = { ...this.question, askedOf };
  }

  dismiss(): void {
    this.question = null;
  }

  /** Must the person write something before answering yes? */
  get needsText(): boolean {
    const { question } = this;
    if (!question || question.text.trim() !== '') return false;
    if (question.kind === 'approval') return false;
    if (question.kind === 'award') return this.ways?.wayOf(question.quote.id) === 'PURCHASE_ORDER';
    return question.kind !== 'event' || reasonOf(question.event) === 'required';
  }

  /** Must the person say which pieces before answering yes? */
  get needsPieces(): boolean {
    const { question } = this;
    return question?.kind === 'event' && actions[question.event].pieces === true && question.pieces.size === 0;
  }

  /** Does what was asked about; says whether it was done. */
  async confirm(): Promise<boolean> {
    const { question } = this;
    this.tried = true;
    if (question?.kind === 'award' && !this.ways?.wayOf(question.quote.id)) return false;
    return question !== null && !this.needsText && !this.needsPieces && this.#confirm.run(question);
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async quote(draft: QuoteDraft): Promise<void> {
    const order = await this.#host.api.call(submitQuote, {
      params: { id: this.#orderId },
      body: { ...draft, eventId: this.#quoteEventId },
    });
    this.#quoteEventId = newId();
    this.#suggestion.clear();
    this.show(order);
  }

  async #do({ eventId, text, pieces, wish, askedOf, ...asked }: Confirmation): Promise<OrderDetail> {
    const { api } = this.#host;
    const id = this.#orderId;
    const written = text.trim();
    switch (asked.kind) {
      case 'award': {
        const { quote, choices, total } = asked;
        if (!this.ways) throw new CallError('CONFLICT');
        return this.ways.accept({ eventId, quoteId: quote.id, choices, total }, written);
      }
      case 'approval': {
        const body = { eventId, quoteId: asked.quote.id, userIds: [...askedOf], message: written };
        return api.call(requestApproval, { params: { id }, body });
      }
      case 'event': {
        const { event, quoteId } = asked;
        const fileIds = event === 'CLAIM' ? this.photos.files.map((file) => file.id) : [];
        const parts = [...pieces].map(([orderFileId, quantity]) => ({ orderFileId, quantity }));
        const body = { eventId, event, reason: written, parts, quoteId, fileIds };
        const wished = event === 'REQUEST_REVISION' ? { wish } : {};
        return api.call(fireOrderEvent, { params: { id }, body: { ...body, ...wished } });
      }
      case 'release': {
        const params = { fileId: asked.part.originalFileDTO.id };
        await api.call(releaseFile, { params, body: { reason: written } });
        return api.call(readOrder, { params: { id } });
      }
    }
  }

  /** What is made again is what the buyer reported, until somebody says otherwise. */
  #reported(asked: Asked): [number, number][] {
    if (asked.kind === 'event' && asked.part) return [[asked.part.id, 1]];
    const claim = asked.kind === 'event' && asked.event === 'ACCEPT_CLAIM' ? this.order?.claim : null;
    return claim?.parts.map(({ orderFileId, quantity }) => [orderFileId, quantity]) ?? [];
  }

  /** An answer tells what the order has become. */
  show(order: OrderDetail): void {
    this.#order.put(order);
    this.#take(order);
  }

  #take(order: OrderDetail): void {
    if (order.unread && refusal(markOrderSeen.guard, principalOf(this.#host.user)) === null) void this.#see();
    if (order.allowedEvents.includes('SUBMIT_QUOTE') && this.#suggestion.state === 'idle') this.#suggestion.ask(order);
  }

  /** The lists show it as read from now on. */
  async #see(): Promise<void> {
    try {
      await this.#host.api.call(markOrderSeen, { params: { id: this.#orderId } });
    } catch (error) {
      this.#host.log.warn('that an order was read could not be kept', { error: String(error) });
    }
  }
}

function priced({ fileDTO, aMProcess, materials, quantity }: OrderFile) {
  const [material] = materials;
  if (!material) throw new Error(`${fileDTO.fileName} has no material.`);
  return { fileId: fileDTO.id, amProcessId: aMProcess.id, materialId: material.id, quantity };
}
