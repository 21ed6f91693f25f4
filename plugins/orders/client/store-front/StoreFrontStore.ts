import { reaction, runInAction, when } from 'mobx';
import type { FilePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { CallError } from '@sinter/sdk/contract/errors';
import { getPart } from '@sinter/sdk/contract/catalog/parts';
import { createOrder, readOrder } from '@sinter/sdk/contract/orders/orders';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { ShownTerms } from '@sinter/sdk/contract/orders/terms';
import { distributeOrder } from '@sinter/sdk/contract/orders/vendors';
import type { StandardField } from '@sinter/sdk/contract/orders/requestForms';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import type { Kept, KeptStorage } from '@sinter/sdk/state/entered';
import type { CallResult } from '@sinter/sdk/contract/call';
import { readWelcome } from '@sinter/sdk/contract/orders/welcome';
import { choiceOfForm, needs } from '../request/AskedForm.ts';
import { choiceOf } from '../request/choice.ts';
import { filled, lacksAnswers, stillAsked } from '../request/filled.ts';
import { keptDraft, newDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import type { PartLine } from '../request/PartLine.ts';
import { problemsOf, type Problem } from '../request/problems.ts';
import { markLines, RequestParts } from '../request/RequestParts.ts';

export type StoreFrontHost = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;
type Details = Pick<
  Draft,
  'title' | 'notes' | 'useCase' | 'wantedDate' | 'sourcing' | 'facilityIds' | 'reference' | 'answers'
>;

const detailsOf = ({
  title,
  notes,
  useCase,
  wantedDate,
  sourcing,
  facilityIds,
  reference,
  answers,
}: Draft): Details => ({
  title,
  notes,
  useCase,
  wantedDate,
  sourcing,
  facilityIds,
  reference,
  answers,
});

/** The shop: files become parts, parts get a process, a material and a price, and the whole becomes an order. */
export class StoreFrontStore {
  readonly parts: RequestParts;
  details: Details;
  /** Why a part of the inventory is not among them. */
  partError: unknown = null;
  placed: OrderDetail | null = null;
  /** What the person has before them. */
  terms: ShownTerms | null = null;
  /** The order was placed, and what was chosen for it was not kept. */
  choiceLost = false;
  eventId: string;
  readonly welcome: Question<void, CallResult<typeof readWelcome>>;
  readonly #host: StoreFrontHost;
  readonly #order: Action<[readonly PartLine[]], OrderDetail>;
  readonly #keeper: Kept<Draft>;

  constructor(host: StoreFrontHost, files: FilePreparation, storage: KeptStorage) {
    this.#host = host;
    this.#keeper = keptDraft(host, storage);
    const kept = this.#keeper.read() ?? newDraft();
    this.eventId = kept.eventId;
    this.details = detailsOf(kept);
    this.parts = new RequestParts(host, {
      files,
      purpose: 'ORDER',
      kept,
      begun: () => this.details.title !== '',
      onForm: (form) => this.change(filled(form, this.details)),
      sourced: () => ({ sourcing: this.details.sourcing, facilityIds: this.details.facilityIds }),
    });
    this.welcome = new Question<void, CallResult<typeof readWelcome>>(host, {
      ask: (_, signal) => host.api.call(readWelcome, {}, { signal }),
      failed: 'the welcome text could not be read',
    });
    this.#order = new Action<[readonly PartLine[]], OrderDetail>(host, {
      run: async (lines) =>
        this.#sent(await this.#withDate(await host.api.call(createOrder, { body: this.#body(lines) }))),
      failed: 'the order was not taken',
      onDone: (placed) => this.#leave(placed),
      onFailed: (error, lines) => error instanceof CallError && markLines(lines, error.fields),
    });
    makeStore(this);
  }

  get sending(): boolean {
    return this.#order.busy;
  }

  get sendError(): unknown {
    return this.#order.error;
  }

  get problems(): Problem[] {
    const { form } = this.parts.asked;
    const { title, notes, useCase, wantedDate, reference, answers } = this.details;
    const empty: [StandardField, boolean][] = [
      ['notes', notes === ''],
      ['primaryUseCase', useCase === null],
      ['estimatedDeliveryDate', wantedDate === null],
      ['thirdPartyOrderId', reference === ''],
    ];
    const lacks = empty.some(([field, isEmpty]) => isEmpty && needs(form, field)) || lacksAnswers(form, answers);
    return problemsOf(this.parts, { title, notes, lacks });
  }

  get draft(): Draft {
    return { ...this.details, ...this.parts.kept, eventId: this.eventId };
  }

  /** The form asks about parts: it is loaded once there is one, after the first screen. */
  #askOnceBegun(): Dispose {
    let stop: Dispose = () => {};
    const wait = when(
      () => !this.parts.isEmpty,
      () => (stop = this.parts.asked.start()),
    );
    return () => {
      wait();
      stop();
    };
  }

  start(): Dispose {
    const dispose = together(
      this.parts.start(() => this.#askOnceBegun()),
      this.parts.dates.start(),
      this.welcome.start(),
      reaction(
        () => this.draft,
        (draft) => this.#keeper.write(draft),
      ),
    );
    void this.#takeFromAddress();
    return dispose;
  }

  /**
   * What the address asks for: parts of the inventory (`?parts=3,1`), or an order once more (`?again=12`), or one part of it
   * (`&part=71`). A reload does not bring it again.
   */
  async #takeFromAddress(): Promise<void> {
    const { location, navigate } = this.#host;
    const { pathname, search } = location.get();
    const given = new URLSearchParams(search);
    const idsOf = (name: string) => [...new Set((given.get(name) ?? '').split(',').map(Number))].filter((id) => id > 0);
    const [partIds, [orderId], [orderFileId]] = [idsOf('parts'), idsOf('again'), idsOf('part')];
    if (partIds.length === 0 && orderId === undefined) return;
    for (const name of ['parts', 'again', 'part']) given.delete(name);
    navigate(given.size > 0 ? `${pathname}?${given}` : pathname, { replace: true });
    await this.#takeParts(partIds);
    if (orderId !== undefined) await this.#takeOrder(orderId, orderFileId);
  }

  async #takeOrder(id: number, orderFileId?: number): Promise<void> {
    const { api, log } = this.#host;
    try {
      const order = await api.call(readOrder, { params: { id } });
      const wanted = order.rfqFileDTOs.filter((part) => orderFileId === undefined || part.id === orderFileId);
      for (const part of wanted) this.parts.adopt(part.originalFileDTO, part.units, choiceOf(part));
      if (this.details.title !== '') return;
      this.change({ title: order.displayTitle, notes: order.notes, useCase: order.primaryUseCase });
    } catch (error) {
      log.warn('An order that is wanted again could not be read', { id, error: String(error) });
      runInAction(() => (this.partError = error));
    }
  }

  async #takeParts(ids: readonly number[]): Promise<void> {
    const { api, log } = this.#host;
    const found = await Promise.allSettled(ids.map((id) => api.call(getPart, { params: { id } })));
    for (const [index, part] of found.entries()) {
      if (part.status === 'fulfilled') {
        const { originalFileDTO, units } = part.value.revision;
        this.parts.adopt(originalFileDTO, units);
      } else {
        log.warn('A part of the inventory could not be read', { id: ids[index], error: String(part.reason) });
        runInAction(() => (this.partError = part.reason));
      }
    }
  }

  change(details: Partial<Details>): void {
    this.details = { ...this.details, ...details };
  }

  show(terms: ShownTerms | null): void {
    this.terms = terms;
  }

  async submit(): Promise<void> {
    this.parts.tried = true;
    if (this.problems.length === 0) await this.#order.run(this.parts.shown);
  }

  /** From the success screen to an empty shop. */
  begin(): void {
    this.placed = null;
  }

  #body(lines: readonly PartLine[]) {
    const { title, notes, useCase, wantedDate, sourcing, reference, answers } = this.details;
    const { form } = this.parts.asked;
    return {
      eventId: this.eventId,
      displayTitle: title.trim(),
      notes,
      primaryUseCase: useCase,
      estimatedDeliveryDate: wantedDate,
      sourcing,
      thirdPartyOrderId: reference,
      form: choiceOfForm(form),
      answers: stillAsked(form, answers),
      exportControlled: this.parts.exportControlled ?? true,
      rfqFileDTOs: lines.flatMap(({ ordered }) => ordered ?? []),
      ...(this.terms && { terms: this.terms }),
    };
  }

  /** The order stands, also where what was chosen cannot be kept. */
  async #withDate(order: OrderDetail): Promise<OrderDetail> {
    const kept = await this.parts.dates.keep(order.id);
    runInAction(() => (this.choiceLost = !kept));
    return order;
  }

  /** To the facilities that were chosen. Where that is refused, the order waits for another choice. */
  async #sent(order: OrderDetail): Promise<OrderDetail> {
    const { api, log } = this.#host;
    const { facilityIds } = this.details;
    if (order.sourcing !== 'LINK3D' || order.requestStatus !== 'MATCHED' || facilityIds.length === 0) return order;
    try {
      return await api.call(distributeOrder, { params: { id: order.id }, body: { eventId: newId(), facilityIds } });
    } catch (error) {
      log.warn('An order was not sent to the facilities that were chosen', { id: order.id, error: String(error) });
      return order;
    }
  }

  #leave(placed: OrderDetail): void {
    this.placed = placed;
    this.parts.clear();
    const draft = newDraft();
    this.eventId = draft.eventId;
    this.details = detailsOf(draft);
    this.parts.asked.take();
  }
}
