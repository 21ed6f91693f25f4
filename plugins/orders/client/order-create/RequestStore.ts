import { acceptTerms, type ShownTerms } from '@sinter/sdk/contract/orders/terms';
import { reaction, runInAction } from 'mobx';
import { CallError } from '@sinter/sdk/contract/errors';
import { createDraft, saveRequest } from '@sinter/sdk/contract/orders/drafts';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { fireOrderEvent, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { ShownForm } from '@sinter/sdk/contract/orders/requestForms';
import type { FilePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { Kept, type KeptStorage } from '@sinter/sdk/state/entered';
import * as z from 'zod';
import { choiceOfForm } from '../request/AskedForm.ts';
import { problemsOf, type Problem } from '../request/problems.ts';
import { keptPartsSchema, markLines, noParts, RequestParts } from '../request/RequestParts.ts';
import {
  baseOf,
  baseSchema,
  fieldsSchema,
  mergeFields,
  noFields,
  same,
  type AskedOrder,
  type Base,
  type Body,
  type FieldName,
  type Fields,
} from './content.ts';
import { askedOrder } from './askedOrder.ts';
import { bodyOf, enteredOf, filledFields, isSaved, lacksField, type Entered } from './entered.ts';
import { mergeLines } from './LinesMerge.ts';

const keptSchema = keptPartsSchema.extend({
  eventId: z.string(),
  submitId: z.string(),
  fields: fieldsSchema,
  base: baseSchema.nullable(),
});
type KeptRequest = z.infer<typeof keptSchema>;

type RequestHost = Pick<PluginHost, 'api' | 'events' | 'log' | 'navigate' | 'user'>;

/** Saved a moment after the last change. */
const pauseMs = 800;

/**
 * A request before it is sent. It is a draft on the server from the first file on, and saves itself; what another tab or
 * machine changed meanwhile is brought together with what is entered here.
 */
export class RequestStore {
  readonly parts: RequestParts;
  fields: Fields;
  orderId: number | null;
  base: Base | null;
  /** `failed`: it is still here, and was not saved. */
  saving: 'idle' | 'busy' | 'failed' = 'idle';
  saveError: unknown = null;
  /** Somebody else changed it, and that was brought in; `conflicts`: what both changed. */
  merged: { conflicts: FieldName[]; theirs: AskedOrder } | null = null;
  /** It was sent, and the price and date that were chosen were not kept. */
  choiceLost = false;
  /** What the person has before them. */
  terms: ShownTerms | null = null;
  /** It cannot be changed here any more. */
  gone = false;
  readonly #host: RequestHost;
  readonly #storage: KeptStorage;
  readonly #born: (id: number) => void;
  readonly #eventId: string;
  readonly #submitId: string;
  readonly #order: Question<number, AskedOrder>;
  readonly #send: Action<[], OrderDetail>;
  #keeper: Kept<KeptRequest>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #missed = false;
  /** What is being saved now. */
  #underWay: Promise<void> | null = null;
  #done = false;
  /** As it was before anybody entered something. */
  #first: Fields = noFields;

  /** `born` hears the id of a new draft before its address changes. */
  constructor(
    host: RequestHost,
    files: FilePreparation,
    storage: KeptStorage,
    { orderId, born }: { orderId: number | null; born: (id: number) => void },
  ) {
    this.#host = host;
    this.#storage = storage;
    this.#born = born;
    this.orderId = orderId;
    this.#keeper = this.#keeperOf(orderId);
    const kept = this.#keeper.read();
    this.#eventId = kept?.eventId ?? newId();
    this.#submitId = kept?.submitId ?? newId();
    this.fields = kept?.fields ?? noFields;
    this.base = kept?.base ?? null;
    this.#first = this.fields;
    const known = new Set(Object.keys(kept?.choices ?? {}));
    this.parts = new RequestParts(host, {
      files,
      purpose: 'REQUEST',
      kept: kept ?? noParts,
      sourced: () => ({ sourcing: this.fields.sourcing }),
      owns: (id) => known.has(id),
      begun: () => this.orderId !== null || !same(this.fields, this.#first),
      onForm: (form) => this.#asked(form),
    });
    this.#order = new Question<number, AskedOrder>(host, {
      ask: (id, signal) => askedOrder(host, id, signal),
      failed: 'the request could not be loaded',
      onAnswer: (order) => this.#hear(order),
      refreshOn: [on(orderChanged, (changed) => changed.orderId === this.orderId)],
    });
    this.#send = new Action<[], OrderDetail>(host, {
      run: () => this.#sendNow(),
      failed: 'the request was not sent',
      onDone: (order) => this.#leave(`/order-details/${order.id}`),
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(
      this.parts.start(),
      this.parts.dates.start(),
      reaction(
        () => this.kept,
        (kept) => !this.#done && this.#keeper.write(kept),
      ),
      reaction(
        () => JSON.stringify([this.body, this.parts.isEmpty]),
        () => this.#later(),
      ),
      this.orderId === null ? this.#order.follow() : this.#order.start(this.orderId),
      () => {
        clearTimeout(this.#timer);
        // What was typed last goes too when the page is left.
        void this.save();
      },
    );
  }

  get order(): OrderDetail | null {
    return this.#order.answer;
  }

  /** Why it could not be loaded. */
  get loadError(): unknown {
    return this.order === null ? this.#order.error : null;
  }

  get isLoading(): boolean {
    return this.orderId !== null && this.base === null && this.loadError === null;
  }

  /** A request that was submitted is changed on purpose, not while somebody types. */
  get isDraft(): boolean {
    return this.order === null || this.order.status === 'DRAFT';
  }

  get isSaved(): boolean {
    return this.base !== null && !this.differs;
  }

  get sending(): boolean {
    return this.#send.busy;
  }

  get sendError(): unknown {
    return this.#send.error;
  }

  get problems(): Problem[] {
    const { displayTitle: title, notes } = this.fields;
    return problemsOf(this.parts, { title, notes, lacks: lacksField(this.parts.asked.form, this.fields) });
  }

  get kept(): KeptRequest {
    const { fields, base } = this;
    return { ...this.parts.kept, fields, base, eventId: this.#eventId, submitId: this.#submitId };
  }

  get now(): Entered {
    return enteredOf(this.fields, this.parts, this.base);
  }

  get body(): Body {
    return bodyOf(this.now);
  }

  get differs(): boolean {
    return !isSaved(this.now, this.base);
  }

  change(fields: Partial<Fields>): void {
    this.fields = { ...this.fields, ...fields };
  }

  /** Another form asks: what it says stands where nothing is entered. */
  #asked(form: ShownForm | null): void {
    const untouched = same(this.fields, this.#first);
    this.change(filledFields(form, this.fields));
    if (untouched) this.#first = this.fields;
  }

  /** The other side's fields where both changed. */
  useTheirs(): void {
    const { merged } = this;
    this.merged = null;
    if (!merged) return;
    const { fields } = baseOf(merged.theirs);
    for (const name of merged.conflicts) {
      if (name === 'exportControlled') this.parts.answer(fields.exportControlled);
      else if (name === 'form') this.parts.asked.hold(merged.theirs.form);
      else if (name !== 'rfqFileDTOs') this.fields = { ...this.fields, [name]: fields[name] };
    }
    if (!merged.conflicts.includes('rfqFileDTOs')) return;
    this.parts.forget([...this.parts.lines]);
    mergeLines(this.parts, null, merged.theirs.rfqFileDTOs);
  }

  keepMine(): void {
    this.merged = null;
  }

  retry(): void {
    this.#order.retry();
  }

  /** Saves what is not saved yet, once what is being saved is. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#underWay) await this.#underWay;
    const nothing = this.orderId === null && this.parts.isEmpty;
    if (this.#done || nothing || !this.isDraft || this.isLoading || this.gone || !this.differs) return;
    this.#underWay = this.#saveNow().finally(() => (this.#underWay = null));
    await this.#underWay;
    if (this.saving === 'idle' && this.differs) this.#later();
  }

  async submit(): Promise<void> {
    this.parts.tried = true;
    if (this.problems.length === 0) await this.#send.run();
  }

  /** Puts the draft away; it can be restored from the archive. */
  async discard(to: string): Promise<void> {
    clearTimeout(this.#timer);
    const { orderId } = this;
    this.#done = true;
    if (orderId !== null) {
      try {
        const body = { eventId: newId(), event: 'ARCHIVE' as const };
        await this.#host.api.call(fireOrderEvent, { params: { id: orderId }, body });
      } catch (error) {
        this.#done = false;
        throw error;
      }
    }
    this.#leave(to);
  }

  #keeperOf(orderId: number | null): Kept<KeptRequest> {
    return new Kept(this.#host, this.#storage, `orders.request.${this.#host.user.id}.${orderId ?? 'new'}`, keptSchema);
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), pauseMs);
  }

  async #saveNow(): Promise<void> {
    const { body, now, orderId, base } = this;
    const { api } = this.#host;
    runInAction(() => (this.saving = 'busy'));
    try {
      if (orderId === null)
        this.#begun(await api.call(createDraft, { body: { ...body, eventId: this.#eventId } }), now);
      else {
        const version = base?.version ?? 0;
        this.#took(await api.call(saveRequest, { params: { id: orderId }, body: { ...body, version } }), now);
      }
      runInAction(() => Object.assign(this, { saving: 'idle', saveError: null }));
    } catch (error) {
      await this.#refused(error, now);
    }
    if (this.#missed && this.orderId !== null) {
      this.#missed = false;
      this.#order.refresh();
    }
  }

  async #refused(error: unknown, { lines }: Entered): Promise<void> {
    const { log } = this.#host;
    const code = error instanceof CallError ? error.code : null;
    if (code === 'CHANGED' && this.orderId !== null) {
      try {
        const order = await askedOrder(this.#host, this.orderId);
        return runInAction(() => {
          this.saving = 'idle';
          this.#take(order);
        });
      } catch (again) {
        log.warn('a request that was changed elsewhere could not be read', { error: String(again) });
      }
    }
    log.warn('a request was not saved', { error: String(error) });
    if (error instanceof CallError)
      markLines(
        lines.map(({ line }) => line),
        error.fields,
      );
    runInAction(() => {
      this.saving = 'failed';
      this.saveError = error;
      this.gone = code === 'TRANSITION_REFUSED' || code === 'NOT_FOUND';
    });
  }

  /** The draft is on the server: what is kept in the tab goes by its number from here on. */
  #begun(order: OrderDetail, { fields: { answers } }: Entered): void {
    runInAction(() => {
      this.orderId = order.id;
      this.base = baseOf({ ...order, form: this.parts.asked.form, answers });
      const free = [...this.parts.lines];
      for (const part of order.rfqFileDTOs) {
        const at = free.findIndex(({ ordered }) => ordered?.originalFileId === part.originalFileDTO.id);
        const [line] = at < 0 ? [] : free.splice(at, 1);
        if (line) line.lineId = part.id;
      }
    });
    this.#keeper.forget();
    this.#keeper = this.#keeperOf(order.id);
    this.#keeper.write(this.kept);
    this.#order.ask(order.id);
    this.#born(order.id);
  }

  #took(order: OrderDetail, { fields, lines }: Entered): void {
    runInAction(() => {
      const saved = order.rfqFileDTOs.flatMap((part, place) => {
        const sent = lines[place];
        return sent ? [{ id: part.id, ...sent }] : [];
      });
      const kept = new Set(saved.map(({ line }) => line));
      for (const line of this.parts.lines) if (!kept.has(line)) line.lineId = null;
      for (const { id, line } of saved) line.lineId = id;
      this.base = { version: order.version, fields, lines: saved.map(({ id, content }) => [id, content]) };
    });
  }

  #hear(order: AskedOrder): void {
    if (this.saving === 'busy') this.#missed = true;
    else this.#take(order);
  }

  /** Brings together what the server has now and what is entered here. */
  #take(order: AskedOrder): void {
    if (this.#done) return;
    this.gone = !order.changeable;
    if (!this.gone && order.status !== 'DRAFT') void this.parts.dates.resume(order.id);
    const { base } = this;
    // What was entered before a reload may not be saved yet.
    if (!this.gone && base?.version === order.version && this.differs) this.#later();
    if (this.gone || base?.version === order.version) return;
    const theirs = baseOf(order);
    if (!base) this.parts.asked.hold(order.form);
    const mine = this.now.fields;
    const { merged, conflicts } = base
      ? mergeFields(base.fields, mine, theirs.fields)
      : { merged: theirs.fields, conflicts: [] };
    const lines = mergeLines(this.parts, base, order.rfqFileDTOs);
    const { exportControlled, form, ...fields } = merged;
    this.fields = fields;
    if (same(form, choiceOfForm(order.form))) this.parts.asked.hold(order.form);
    if (exportControlled !== this.parts.exportControlled) this.parts.answer(exportControlled);
    const both: FieldName[] = [...conflicts, ...(lines.conflict ? (['rfqFileDTOs'] as const) : [])];
    const brought = lines.taken || !same(merged, mine);
    if (base && (brought || both.length > 0)) this.merged = { conflicts: both, theirs: order };
    this.base = theirs;
    if (this.differs) this.#later();
  }

  show(terms: ShownTerms | null): void {
    this.terms = terms;
  }

  async #sendNow(): Promise<OrderDetail> {
    const { api } = this.#host;
    clearTimeout(this.#timer);
    if (!this.isDraft && this.orderId !== null) {
      const body = { ...this.body, version: this.base?.version ?? 0 };
      const saved = await api.call(saveRequest, { params: { id: this.orderId }, body });
      this.#done = true;
      if (this.parts.dates.isChosen) await this.#keepDate(this.orderId);
      return saved;
    }
    await this.save();
    // The first time only began the draft.
    if (this.differs && this.saving === 'idle') await this.save();
    if (this.orderId === null || this.differs) throw this.saveError ?? new CallError('CHANGED');
    await this.#keepDate(this.orderId);
    if (this.terms) await api.call(acceptTerms, { params: { id: this.orderId }, body: this.terms });
    const body = { eventId: this.#submitId, event: 'SUBMIT' as const };
    const sent = await api.call(fireOrderEvent, { params: { id: this.orderId }, body });
    this.#done = true;
    return sent;
  }

  /** It is sent, also where what was chosen cannot be kept. */
  async #keepDate(orderId: number): Promise<void> {
    const kept = await this.parts.dates.keep(orderId);
    runInAction(() => (this.choiceLost = !kept));
  }

  #leave(to: string): void {
    this.#done = true;
    this.parts.clear();
    this.#keeper.forget();
    this.#host.navigate(to);
  }
}
