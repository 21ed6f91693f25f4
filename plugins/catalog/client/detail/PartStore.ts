import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import { archiveParts, deleteParts, getPart, updatePart } from '@sinter/sdk/contract/catalog/parts';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import { OperationRuns } from '../operations/OperationRuns.ts';
import type { PartUploads } from '../upload/PartUploads.ts';

export type PartDetail = CallResult<typeof getPart>;
type PartHost = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** Several changes at once are one. */
const settleMs = 300;

/** One part with its revisions and orders, while it is looked at and changed. */
export class PartStore {
  part: PartDetail | null = null;
  error: unknown = null;
  /** Why the last change was refused. */
  problem: string | null = null;
  busy = false;
  /** The revision whose picture and facts are shown; `null`: the latest. */
  revisionId: number | null = null;
  /** The tags before they were changed last. */
  tagsBefore: readonly string[] | null = null;
  operation: OperationRuns | null = null;
  private request: AbortController | null = null;

  constructor(
    private readonly host: PartHost,
    readonly id: number,
    /** `null`: the parts are not the viewer's own. */
    private readonly uploads: PartUploads | null,
    /** The list shows the part too. */
    private readonly onChanged: () => void,
  ) {
    makeAutoObservable<this, 'host' | 'uploads' | 'onChanged' | 'request'>(
      this,
      {
        ...{ part: observableRef, error: observableRef, tagsBefore: observableRef, operation: observableRef },
        ...{ id: false, host: false, uploads: false, onChanged: false, request: false },
      },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    const { events } = this.host;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.load(), settleMs);
    };
    const isOfPart = (fileId: number) => this.part?.revisions.some(({ fileDTO }) => fileDTO.id === fileId) === true;
    const forget = [
      reaction(
        () => this.uploads?.added,
        (part) => part?.id === this.id && this.changed(),
      ),
      events.on(partsChanged, later),
      events.on(orderChanged, later),
      events.on(filePreviewChanged, ({ fileId }) => isOfPart(fileId) && later()),
    ];
    return () => {
      for (const stop of forget) stop();
      clearTimeout(timer);
      this.request?.abort();
      this.operation?.stop();
    };
  }

  get revision() {
    const { part, revisionId } = this;
    return part?.revisions.find(({ id }) => id === revisionId) ?? part?.revisions[0] ?? null;
  }

  async load(): Promise<void> {
    this.request?.abort();
    const { signal } = (this.request = new AbortController());
    try {
      const part = await this.host.api.call(getPart, { params: { id: this.id } }, { signal });
      if (signal.aborted) return;
      runInAction(() => {
        this.part = part;
        this.error = null;
      });
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('A part could not be loaded', { id: this.id, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  show(revisionId: number): void {
    this.revisionId = revisionId;
  }

  /** Throws what the server refuses: the form shows it at its fields. */
  rename(name: string, partNumber: string): Promise<void> {
    return this.change({ name, partNumber });
  }

  async setTags(tags: readonly string[]): Promise<void> {
    const before = this.part?.tags ?? [];
    if (await this.act(() => this.change({ tags: [...tags] }))) runInAction(() => (this.tagsBefore = before));
  }

  async undoTags(): Promise<void> {
    const { tagsBefore } = this;
    if (tagsBefore && (await this.act(() => this.change({ tags: [...tagsBefore] })))) this.forgetTags();
  }

  forgetTags(): void {
    this.tagsBefore = null;
  }

  archive(archived: boolean): Promise<boolean> {
    return this.act(async () => {
      await this.host.api.call(archiveParts, { body: { ids: [this.id], archived } });
      await this.load();
      this.onChanged();
    });
  }

  /** Says whether the part is gone. */
  async delete(): Promise<boolean> {
    let gone = false;
    await this.act(async () => {
      const [answer] = await this.host.api.call(deleteParts, { body: { ids: [this.id] } });
      gone = answer?.done === true;
      if (gone) this.onChanged();
      else runInAction(() => (this.problem = answer?.message ?? null));
    });
    return gone;
  }

  runOperation(): void {
    const { part, revision } = this;
    if (part && revision) this.operation = new OperationRuns(this.host, [{ ...part, revision }]);
  }

  closeOperation(): void {
    const ended = this.operation?.lines.some(({ state }) => state.kind === 'done') === true;
    this.operation?.stop();
    this.operation = null;
    if (ended) this.changed();
  }

  /** It has a new revision, or more is known of it. */
  private changed(): void {
    this.revisionId = null;
    void this.load();
    this.onChanged();
  }

  private async change(change: { name?: string; partNumber?: string; tags?: string[] }): Promise<void> {
    const { part } = this;
    if (!part) return;
    const { name, partNumber, tags } = part;
    const params = { id: this.id };
    const changed = await this.host.api.call(updatePart, { params, body: { name, partNumber, tags, ...change } });
    runInAction(() => {
      if (this.part) this.part = { ...this.part, ...changed };
    });
    this.onChanged();
  }

  private async act(action: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await action();
      return true;
    } catch (error) {
      this.host.log.warn('A part was not changed', { id: this.id, error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
      return false;
    } finally {
      runInAction(() => (this.busy = false));
    }
  }
}
