import { makeAutoObservable, observableRef, observableShallow, reaction, runInAction } from 'mobx';
import type { FileFormat, FilePreparation, PartPreparation } from '@sinter/sdk/api';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog';
import { CallError } from '@sinter/sdk/contract/errors';
import { getPart } from '@sinter/sdk/contract/parts';
import { createOrder } from '@sinter/sdk/contract/orders';
import type { OrderDetail } from '@sinter/sdk/contract/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { DraftKeeper, newDraft } from './draft.ts';
import type { Choice, Draft, DraftStorage } from './draft.ts';
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
  lines: PartLine[] = [];
  details: Details;
  offer: Offer | null = null;
  offerError: unknown = null;
  /** Why a part of the inventory is not among them. */
  partError: unknown = null;
  /** Has the person tried to place the order? Only then is what is missing marked. */
  tried = false;
  sending = false;
  sendError: unknown = null;
  placed: OrderDetail | null = null;
  removedId: string | null;
  /** Which formats are read here, once that is known. */
  formats: readonly FileFormat[] = [];
  readonly estimates: Estimates;
  private eventId: string;
  private readonly kept: Draft;
  private readonly host: StoreFrontHost;
  private readonly files: FilePreparation;
  private readonly keeper: DraftKeeper;
  private readonly followed = new Map<string, Dispose>();

  constructor(host: StoreFrontHost, files: FilePreparation, storage: DraftStorage) {
    this.host = host;
    this.files = files;
    this.keeper = new DraftKeeper(storage, host.user.id, host.log);
    this.kept = this.keeper.read();
    const { eventId, removedId, title, notes, useCase, wantedDate, exportControlled } = this.kept;
    this.eventId = eventId;
    this.removedId = removedId;
    this.details = { title, notes, useCase, wantedDate, exportControlled };
    makeAutoObservable<this, 'host' | 'files' | 'keeper' | 'followed' | 'kept'>(
      this,
      {
        lines: observableShallow,
        formats: observableRef,
        offer: observableRef,
        offerError: observableRef,
        partError: observableRef,
        sendError: observableRef,
        placed: observableRef,
        estimates: false,
        host: false,
        files: false,
        keeper: false,
        followed: false,
        kept: false,
      },
      { autoBind: true },
    );
    this.estimates = new Estimates(host, () => this.shown);
  }

  /** Those on the screen: without the one that was taken off last. */
  get shown(): PartLine[] {
    return this.lines.filter(({ id }) => id !== this.removedId);
  }

  get removed(): PartLine | undefined {
    return this.lines.find(({ id }) => id === this.removedId);
  }

  /** Extensions that can be uploaded, although nobody reads them here yet. */
  get needConverter(): string[] {
    return this.formats.filter(({ readBy }) => readBy === 'NOBODY').map(({ extension }) => extension);
  }

  get problems(): Problem[] {
    const { shown, details } = this;
    const found: [boolean, Problem][] = [
      [shown.length === 0, 'noParts'],
      [shown.some(({ state }) => state.kind === 'running' || state.kind === 'paused'), 'preparing'],
      [shown.some(({ state }) => state.kind === 'failed'), 'failed'],
      [shown.some(({ state, configured }) => state.kind === 'ready' && configured === null), 'incomplete'],
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
    this.followFiles();
    const disposers = [
      this.files.all.subscribe(this.followFiles),
      reaction(
        () => this.draft,
        (draft) => this.keeper.write(draft),
      ),
      this.estimates.start(),
    ];
    void this.loadOffer();
    void this.takeParts();
    void this.files.formats().then((formats) =>
      runInAction(() => {
        this.formats = formats;
        for (const line of this.lines) line.formats = formats;
      }),
    );
    return () => {
      this.dropRemoved();
      [...disposers, ...this.followed.values()].forEach((dispose) => dispose());
      this.followed.clear();
    };
  }

  async loadOffer(): Promise<void> {
    this.offerError = null;
    try {
      const offer = await this.host.api.call(listOfferedMaterials, {});
      runInAction(() => {
        this.offer = offer;
        for (const line of this.lines) {
          if (line.amProcessId === null) Object.assign(line, firstChoice(offer));
        }
      });
    } catch (error) {
      this.host.log.warn('What is offered could not be loaded', { error: String(error) });
      runInAction(() => (this.offerError = error));
    }
  }

  /** Parts of the inventory that the address asks for (`?parts=3,1`): a reload does not bring them again. */
  private async takeParts(): Promise<void> {
    const { api, location, log, navigate } = this.host;
    const { pathname, search } = location.get();
    const given = new URLSearchParams(search);
    const ids = [...new Set((given.get('parts') ?? '').split(',').map(Number))].filter((id) => id > 0);
    if (ids.length === 0) return;
    given.delete('parts');
    navigate(given.size > 0 ? `${pathname}?${given}` : pathname, { replace: true });
    const found = await Promise.allSettled(ids.map((id) => api.call(getPart, { params: { id } })));
    for (const [index, part] of found.entries()) {
      if (part.status === 'fulfilled') {
        const { originalFileDTO, units } = part.value.revision;
        this.files.adopt(originalFileDTO, { purpose: 'ORDER', units });
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
    for (const file of files) this.files.start(file, 'ORDER', { itar });
  }

  change(details: Partial<Details>): void {
    Object.assign(this.details, details);
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
    if (removed) this.files.forget(removed.preparation);
  }

  async submit(): Promise<void> {
    this.tried = true;
    if (this.problems.length > 0 || this.sending) return;
    this.sending = true;
    this.sendError = null;
    const lines = this.shown;
    try {
      const placed = await this.host.api.call(createOrder, { body: this.body(lines) });
      runInAction(() => this.leave(placed, lines));
    } catch (error) {
      this.host.log.warn('The order was not taken', { error: String(error) });
      runInAction(() => {
        this.sendError = error;
        if (error instanceof CallError) this.markLines(lines, error.fields);
      });
    } finally {
      runInAction(() => (this.sending = false));
    }
  }

  /** From the success screen to an empty shop. */
  begin(): void {
    this.placed = null;
  }

  private body(lines: readonly PartLine[]) {
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

  private leave(placed: OrderDetail, lines: readonly PartLine[]): void {
    this.placed = placed;
    this.tried = false;
    this.dropRemoved();
    for (const { preparation } of lines) this.files.forget(preparation);
    const { eventId, choices: _choices, removedId: _removedId, ...details } = newDraft();
    this.eventId = eventId;
    this.details = details;
  }

  private markLines(lines: readonly PartLine[], fields: Record<string, string>): void {
    for (const [path, message] of Object.entries(fields)) {
      const index = /^rfqFileDTOs\.(\d+)/.exec(path)?.[1];
      const line = index === undefined ? undefined : lines[Number(index)];
      if (line) line.problem = message;
    }
  }

  /** One line for every file that is prepared for an order. */
  private followFiles(): void {
    const preparations = this.files.all.get().filter(({ purpose }) => purpose === 'ORDER');
    const ids = new Set(preparations.map(({ id }) => id));
    for (const [id, dispose] of this.followed) {
      if (ids.has(id)) continue;
      dispose();
      this.followed.delete(id);
    }
    this.lines = preparations.map((preparation) => this.lineOf(preparation));
  }

  private lineOf(preparation: PartPreparation): PartLine {
    const known = this.lines.find(({ id }) => id === preparation.id);
    const line = known ?? new PartLine(preparation, this.kept.choices[preparation.id] ?? this.likeTheLast());
    line.formats = this.formats;
    if (!this.followed.has(line.id)) this.followed.set(line.id, line.follow());
    return line;
  }

  /** A new part begins with what was chosen last. */
  private likeTheLast(): Choice {
    const last = this.shown.at(-1);
    const { amProcessId, materialId } = last ?? firstChoice(this.offer ?? []);
    return { amProcessId, materialId, quantity: 1 };
  }
}
