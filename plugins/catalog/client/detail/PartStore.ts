import { reaction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import { archiveParts, deleteParts, getPart, updatePart } from '@sinter/sdk/contract/catalog/parts';
import { translated } from '@sinter/sdk/i18n/said';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together, Undo } from '@sinter/sdk/state';
import { OperationRuns } from '../operations/OperationRuns.ts';
import type { PartUploads } from '../upload/PartUploads.ts';

export type PartDetail = CallResult<typeof getPart>;
type PartHost = Pick<PluginHost, 'api' | 'events' | 'get' | 'log'>;

/** One part with its revisions and orders, while it is looked at and changed. */
export class PartStore {
  /** The revision whose picture and facts are shown; `null`: the latest. */
  revisionId: number | null = null;
  operation: OperationRuns | null = null;
  readonly id: number;
  readonly question: Question<void, PartDetail>;
  /** The tags before they were changed last. */
  readonly undoTags: Undo<readonly string[]>;
  readonly #host: PartHost;
  readonly #uploads: PartUploads | null;
  readonly #onChanged: () => void;
  readonly #change: Action<[change: () => Promise<void>]>;

  /** `uploads` is `null` when the parts are not the viewer's own. `onChanged`: the list shows the part too. */
  constructor(host: PartHost, id: number, uploads: PartUploads | null, onChanged: () => void) {
    this.#host = host;
    this.id = id;
    this.#uploads = uploads;
    this.#onChanged = onChanged;
    const isOfPart = (fileId: number) => this.part?.revisions.some(({ fileDTO }) => fileDTO.id === fileId) === true;
    this.question = new Question<void, PartDetail>(host, {
      ask: (_, signal) => host.api.call(getPart, { params: { id } }, { signal }),
      failed: 'a part could not be loaded',
      refreshOn: [on(partsChanged), on(orderChanged), on(filePreviewChanged, ({ fileId }) => isOfPart(fileId))],
    });
    this.#change = new Action(host, { run: (change) => change(), failed: 'a part was not changed' });
    this.undoTags = new Undo<readonly string[]>(host, {
      run: (tags) => this.#update({ tags: [...tags] }),
      failed: 'the tags of a part could not be brought back',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(
      this.question.start(),
      this.undoTags.follow(),
      reaction(
        () => this.#uploads?.added,
        (part) => part?.id === this.id && this.#renew(),
      ),
      () => this.operation?.stop(),
    );
  }

  get part(): PartDetail | null {
    return this.question.answer;
  }

  get busy(): boolean {
    return this.#change.busy;
  }

  /** Why the last change was refused. */
  get problem(): string | null {
    return this.#change.problem;
  }

  get revision() {
    const { part, revisionId } = this;
    return part?.revisions.find(({ id }) => id === revisionId) ?? part?.revisions[0] ?? null;
  }

  show(revisionId: number | null): void {
    this.revisionId = revisionId;
  }

  /** Throws what the server refuses: the form shows it at its fields. */
  rename(name: string, partNumber: string): Promise<void> {
    return this.#update({ name, partNumber });
  }

  async setTags(tags: readonly string[]): Promise<void> {
    const before = this.part?.tags ?? [];
    if (await this.#change.run(() => this.#update({ tags: [...tags] }))) this.undoTags.offer(before);
  }

  archive(archived: boolean): Promise<boolean> {
    return this.#change.run(async () => {
      const { api } = this.#host;
      await api.call(archiveParts, { body: { ids: [this.id], archived } });
      this.question.put(await api.call(getPart, { params: { id: this.id } }));
      this.#onChanged();
    });
  }

  /** Says whether the part is gone. */
  delete(): Promise<boolean> {
    return this.#change.run(async () => {
      const [answer] = await this.#host.api.call(deleteParts, { body: { ids: [this.id] } });
      if (!answer?.done) {
        const message = await translated(answer?.message ?? '', answer?.said);
        throw CallError.received({ code: 'CONFLICT', message });
      }
      this.#onChanged();
    });
  }

  runOperation(): void {
    const { part, revision } = this;
    if (part && revision) this.operation = new OperationRuns(this.#host, [{ ...part, revision }]);
  }

  closeOperation(): void {
    const ended = this.operation?.lines.some(({ state }) => state.kind === 'done') === true;
    this.operation?.stop();
    this.operation = null;
    if (ended) this.#renew();
  }

  /** It has a new revision, or more is known of it. */
  #renew(): void {
    this.show(null);
    this.question.refresh();
    this.#onChanged();
  }

  async #update(change: { name?: string; partNumber?: string; tags?: string[] }): Promise<void> {
    const { part } = this;
    if (!part) return;
    const { name, partNumber, tags } = part;
    const params = { id: this.id };
    const changed = await this.#host.api.call(updatePart, { params, body: { name, partNumber, tags, ...change } });
    if (this.part) this.question.put({ ...this.part, ...changed });
    this.#onChanged();
  }
}
