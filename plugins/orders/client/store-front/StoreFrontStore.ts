import { reaction, runInAction } from 'mobx';
import type { FilePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { CallError } from '@sinter/sdk/contract/errors';
import { getPart } from '@sinter/sdk/contract/catalog/parts';
import { createOrder, readOrder } from '@sinter/sdk/contract/orders/orders';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import type { Kept, KeptStorage } from '@sinter/sdk/state/entered';
import { FileLines } from '@sinter/sdk/state/files';
import { keptDraft, newDraft } from './draft.ts';
import type { Choice, Draft } from './draft.ts';
import { Estimates } from './Estimates.ts';
import { firstChoice } from './offer.ts';
import type { Offer } from './offer.ts';
import { PartLine } from './PartLine.ts';

export type StoreFrontHost = Pick<PluginHost, 'api' | 'location' | 'log' | 'navigate' | 'user'>;
type Details = Pick<Draft, 'title' | 'notes' | 'useCase' | 'wantedDate' | 'exportControlled'>;
/** What keeps an order from being placed. */
export type Problem = 'noParts' | 'preparing' | 'failed' | 'incomplete' | 'refused' | 'title' | 'exportControlled';

/** The shop: files become parts, parts get a process, a material and a price, and the whole becomes an order. */
export class StoreFrontStore {
  details: Details;
  /** Why a part of the inventory is not among them. */
  partError: unknown = null;
  /** Has the person tried to place the order? Only then is what is missing marked. */
  tried = false;
  placed: OrderDetail | null = null;
  removedId: string | null;
  eventId: string;
  readonly estimates: Estimates;
  readonly #kept: Draft;
  readonly #host: StoreFrontHost;
  readonly #files: FileLines<PartLine>;
  readonly #offer: Question<void, Offer>;
  readonly #order: Action<[readonly PartLine[]], OrderDetail>;
  readonly #keeper: Kept<Draft>;

  constructor(host: StoreFrontHost, files: FilePreparation, storage: KeptStorage) {
    this.#host = host;
    this.#keeper = keptDraft(host, storage);
    this.#kept = this.#keeper.read() ?? newDraft();
    const { eventId, removedId, title, notes, useCase, wantedDate, exportControlled } = this.#kept;
    this.eventId = eventId;
    this.removedId = removedId;
    this.details = { title, notes, useCase, wantedDate, exportControlled };
    this.#files = new FileLines<PartLine>({
      files,
      lineOf: (file) => {
        if (file.preparation.purpose !== 'ORDER') return null;
        return new PartLine(file, this.#kept.choices[file.id] ?? this.#likeTheLast());
      },
    });
    this.#offer = new Question<void, Offer>(host, {
      ask: (_, signal) => host.api.call(listOfferedMaterials, {}, { signal }),
      failed: 'what is offered could not be loaded',
      onAnswer: (offer) => {
        for (const line of this.lines) if (line.amProcessId === null) Object.assign(line, firstChoice(offer));
      },
    });
    this.#order = new Action<[readonly PartLine[]], OrderDetail>(host, {
      run: (lines) => host.api.call(createOrder, { body: this.#body(lines) }),
      failed: 'the order was not taken',
      onDone: (placed, lines) => this.#leave(placed, lines),
      onFailed: (error, lines) => error instanceof CallError && markLines(lines, error.fields),
    });
    this.estimates = new Estimates(host, () => this.shown);
    makeStore(this);
  }

  get lines(): readonly PartLine[] {
    return this.#files.lines;
  }

  get offer(): Offer | null {
    return this.#offer.answer;
  }

  get offerError(): unknown {
    return this.#offer.error;
  }

  get sending(): boolean {
    return this.#order.busy;
  }

  get sendError(): unknown {
    return this.#order.error;
  }

  /** Those on the screen: without the one that was taken off last. */
  get shown(): PartLine[] {
    return this.lines.filter(({ id }) => id !== this.removedId);
  }

  get removed(): PartLine | undefined {
    return this.lines.find(({ id }) => id === this.removedId);
  }

  /** Extensions that can be uploaded, although nobody reads them here yet. */
  get needConverter(): readonly string[] {
    return this.#files.needConverter;
  }

  get problems(): Problem[] {
    const { shown, details } = this;
    const found: [boolean, Problem][] = [
      [shown.length === 0, 'noParts'],
      [shown.some(({ file: { state } }) => state.kind === 'running' || state.kind === 'paused'), 'preparing'],
      [shown.some(({ file }) => file.state.kind === 'failed'), 'failed'],
      [shown.some(({ file, configured }) => file.isReady && configured === null), 'incomplete'],
      [shown.some(({ problem }) => problem !== null), 'refused'],
      [details.title.trim() === '', 'title'],
      [details.exportControlled === null, 'exportControlled'],
    ];
    return found.filter(([is]) => is).map(([, problem]) => problem);
  }

  get draft(): Draft {
    const choices = Object.fromEntries(this.lines.map(({ id, choice }) => [id, choice]));
    return { ...this.details, eventId: this.eventId, removedId: this.removedId, choices };
  }

  start(): Dispose {
    const dispose = together(
      this.#files.start(),
      this.#offer.start(),
      reaction(
        () => this.draft,
        (draft) => this.#keeper.write(draft),
      ),
      this.estimates.start(),
    );
    void this.#takeFromAddress();
    return () => {
      this.dropRemoved();
      dispose();
    };
  }

  retryOffer(): void {
    this.#offer.retry();
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
      for (const { originalFileDTO, units, aMProcess, materials, quantity } of wanted) {
        const { id: lineId } = this.#files.files.adopt(originalFileDTO, { purpose: 'ORDER', units });
        const line = this.lines.find((each) => each.id === lineId);
        const choice = { amProcessId: aMProcess.id, materialId: materials[0]?.id ?? null, quantity };
        if (line) runInAction(() => Object.assign(line, choice));
      }
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
        this.#files.files.adopt(originalFileDTO, { purpose: 'ORDER', units });
      } else {
        log.warn('A part of the inventory could not be read', { id: ids[index], error: String(part.reason) });
        runInAction(() => (this.partError = part.reason));
      }
    }
  }

  /** Whether files are controlled has to be known before their first byte is sent. */
  get takesFiles(): boolean {
    return this.details.exportControlled !== null;
  }

  add(files: readonly File[]): void {
    const { exportControlled: itar } = this.details;
    if (itar === null) return;
    for (const file of files) this.#files.files.start(file, 'ORDER', { itar });
  }

  change(details: Partial<Details>): void {
    this.details = { ...this.details, ...details };
  }

  /** Process and material of one line for all of them. */
  useForAll({ amProcessId, materialId }: PartLine): void {
    for (const line of this.shown) Object.assign(line, { amProcessId, materialId, problem: null });
  }

  /** Takes a part off; until the next one goes, it can be put back. Its file goes on being prepared meanwhile. */
  remove({ id }: PartLine): void {
    this.dropRemoved();
    this.removedId = id;
  }

  undoRemove(): void {
    this.removedId = null;
  }

  dropRemoved(): void {
    const { removed } = this;
    this.removedId = null;
    if (removed) this.#files.remove(removed);
  }

  async submit(): Promise<void> {
    this.tried = true;
    if (this.problems.length === 0) await this.#order.run(this.shown);
  }

  /** From the success screen to an empty shop. */
  begin(): void {
    this.placed = null;
  }

  #body(lines: readonly PartLine[]) {
    const { title, notes, useCase, wantedDate, exportControlled } = this.details;
    return {
      eventId: this.eventId,
      displayTitle: title.trim(),
      notes,
      primaryUseCase: useCase,
      estimatedDeliveryDate: wantedDate,
      exportControlled: exportControlled ?? true,
      rfqFileDTOs: lines.flatMap(({ configured }) => {
        if (!configured) return [];
        const { part, ...wanted } = configured;
        return [{ ...wanted, originalFileId: part.original.id, fileId: part.processed.id }];
      }),
    };
  }

  #leave(placed: OrderDetail, lines: readonly PartLine[]): void {
    this.placed = placed;
    this.tried = false;
    this.dropRemoved();
    lines.forEach((line) => this.#files.remove(line));
    const { eventId, choices: _choices, removedId: _removedId, ...details } = newDraft();
    this.eventId = eventId;
    this.details = details;
  }

  /** A new part begins with what was chosen last. */
  #likeTheLast(): Choice {
    const last = this.shown.at(-1);
    const { amProcessId, materialId } = last ?? firstChoice(this.offer ?? []);
    return { amProcessId, materialId, quantity: 1 };
  }
}

function markLines(lines: readonly PartLine[], fields: Readonly<Record<string, string>>): void {
  for (const [path, message] of Object.entries(fields)) {
    const index = /^rfqFileDTOs\.(\d+)/.exec(path)?.[1];
    const line = index === undefined ? undefined : lines[Number(index)];
    if (line) line.problem = message;
  }
}
