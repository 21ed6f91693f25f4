import { makeAutoObservable, observableRef, observableShallow, reaction, runInAction } from 'mobx';
import type { FilePreparation, PartPreparation, PreparedPart } from '@sinter/sdk/api';
import { addPart, addPartRevision, type Part } from '@sinter/sdk/contract/catalog/parts';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import { KeptUploads, type KeptLine, type Storage } from './kept.ts';
import { PartUpload } from './PartUpload.ts';

type UploadHost = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** The files that are being brought into the inventory. A new part waits for its name; a new revision adds itself. */
export class PartUploads {
  lines: PartUpload[] = [];
  /** The part that was added, or revised, last. */
  added: Part | null = null;
  /** Whether the new parts are export controlled. Has to be known before their first byte is sent; `null`: not yet. */
  exportControlled: boolean | null;
  /** Extensions that can be uploaded, although nobody reads them here yet. */
  needConverter: readonly string[] = [];
  private readonly kept: KeptUploads;
  private known: ReadonlyMap<string, KeptLine>;
  private readonly followed = new Map<string, Dispose>();

  constructor(
    private readonly host: UploadHost,
    readonly files: FilePreparation,
    storage: Storage,
  ) {
    this.kept = new KeptUploads(storage, `catalog.uploads.${host.user.id}`, host.log);
    const { exportControlled, lines } = this.kept.read();
    this.exportControlled = exportControlled;
    this.known = new Map(lines.map((one) => [one.id, one]));
    makeAutoObservable<this, 'host' | 'kept' | 'known' | 'followed'>(
      this,
      {
        ...{ lines: observableShallow, files: false, host: false, kept: false, known: false },
        ...{ followed: false, added: observableRef, needConverter: observableRef },
      },
      { autoBind: true },
    );
  }

  start(): Dispose {
    this.follow();
    const disposers = [
      this.files.all.subscribe(this.follow),
      reaction(
        () => ({ exportControlled: this.exportControlled, lines: this.lines.map((line) => line.kept) }),
        (kept) => this.kept.write(kept),
      ),
    ];
    void this.files.formats().then((formats) =>
      runInAction(() => {
        this.needConverter = formats.filter(({ readBy }) => readBy === 'NOBODY').map(({ extension }) => extension);
      }),
    );
    return () => {
      [...disposers, ...this.followed.values()].forEach((dispose) => dispose());
      this.followed.clear();
    };
  }

  get newParts(): PartUpload[] {
    return this.lines.filter(({ revisionOf }) => revisionOf === null);
  }

  get addable(): PartUpload[] {
    return this.newParts.filter((line) => line.isReady && line.duplicate === null && !line.saving);
  }

  /** Of new revisions of this part. */
  revisionsOf(partId: number): PartUpload[] {
    return this.lines.filter(({ revisionOf }) => revisionOf?.id === partId);
  }

  answer(exportControlled: boolean): void {
    this.exportControlled = exportControlled;
  }

  /** Files that become new parts; none before it is said whether they are export controlled. */
  bring(files: readonly File[]): void {
    const { exportControlled: itar } = this;
    if (itar === null) return;
    for (const file of files) this.begin(file, itar, null);
  }

  /** A file that becomes the next revision of a part. */
  bringRevision(file: File, itar: boolean, of: { id: number; name: string }): void {
    this.begin(file, itar, of);
  }

  private begin(file: File, itar: boolean, revisionOf: KeptLine['revisionOf']): void {
    const preparation = this.files.start(file, 'INVENTORY', { itar });
    // One whose upload was paused goes on under its old line.
    if (!this.lines.some(({ id }) => id === preparation.id)) this.take(preparation, revisionOf);
  }

  remove(line: PartUpload): void {
    this.files.forget(line.preparation);
    this.drop(line);
  }

  async add(line: PartUpload, evenIfThere = false): Promise<void> {
    const { state } = line;
    if (state.kind !== 'ready') return;
    const name = line.name.trim();
    if (name === '') return;
    await this.save(line, async () => {
      const body = {
        eventId: line.eventId,
        name,
        partNumber: line.partNumber,
        evenIfThere,
        ...contentOf(line, state.part),
      };
      const { part, duplicateOf } = await this.host.api.call(addPart, { body });
      runInAction(() => (line.duplicate = duplicateOf));
      return part;
    });
  }

  async addAll(): Promise<void> {
    for (const line of this.addable) await this.add(line);
  }

  /** Makes it the latest revision of a part that is there. */
  async addRevision(line: PartUpload, partId: number): Promise<void> {
    const { state } = line;
    if (state.kind !== 'ready') return;
    await this.save(line, () =>
      this.host.api.call(addPartRevision, {
        params: { id: partId },
        body: { eventId: line.eventId, ...contentOf(line, state.part) },
      }),
    );
  }

  private async save(line: PartUpload, call: () => Promise<Part | null>): Promise<void> {
    if (line.saving) return;
    line.saving = true;
    line.problem = null;
    try {
      const part = await call();
      if (!part) return;
      this.remove(line);
      runInAction(() => (this.added = part));
    } catch (error) {
      this.host.log.warn('A file was not taken into the inventory', { error: String(error) });
      runInAction(() => (line.problem = messageOf(error)));
    } finally {
      runInAction(() => (line.saving = false));
    }
  }

  /** Those brought here stay; others that prepare files have their own. */
  private follow(): void {
    const preparations = this.files.all.get();
    const ids = new Set(preparations.map(({ id }) => id));
    for (const line of this.lines.filter(({ id }) => !ids.has(id))) this.drop(line);
    for (const preparation of preparations) {
      const kept = this.known.get(preparation.id);
      const isKnown = this.lines.some(({ id }) => id === preparation.id);
      if (kept && !isKnown) this.take(preparation, kept);
    }
  }

  private take(preparation: PartPreparation, of: KeptLine | KeptLine['revisionOf']): void {
    const line = new PartUpload(preparation, of);
    this.lines = [...this.lines, line];
    this.followed.set(
      line.id,
      line.follow(() => this.onReady(line)),
    );
    this.onReady(line);
  }

  private onReady(line: PartUpload): void {
    const { revisionOf } = line;
    if (revisionOf && line.isReady && line.problem === null) void this.addRevision(line, revisionOf.id);
  }

  private drop(line: PartUpload): void {
    this.followed.get(line.id)?.();
    this.followed.delete(line.id);
    this.lines = this.lines.filter((other) => other !== line);
    // What is brought next is something else.
    if (this.newParts.length === 0) this.exportControlled = null;
  }
}

const contentOf = ({ preparation }: PartUpload, part: PreparedPart) => ({
  originalFileId: part.original.id,
  fileId: part.processed.id,
  units: preparation.units.get() ?? 'MM',
});
