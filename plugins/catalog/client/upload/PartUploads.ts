import { reaction, runInAction } from 'mobx';
import type { FilePreparation, PreparedPart } from '@sinter/sdk/contract/preparation/filePreparation';
import { addPart, addPartRevision, type Part } from '@sinter/sdk/contract/catalog/parts';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, together } from '@sinter/sdk/state';
import { Kept } from '@sinter/sdk/state/entered';
import type { KeptStorage } from '@sinter/sdk/state/entered';
import { FileLines } from '@sinter/sdk/state/files';
import { keptUploadsSchema, type KeptLine, type KeptUploads } from './kept.ts';
import { PartUpload } from './PartUpload.ts';

type UploadHost = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** The files that are being brought into the inventory. A new part waits for its name; a new revision adds itself. */
export class PartUploads {
  /** The part that was added, or revised, last. */
  added: Part | null = null;
  /** Whether the new parts are export controlled. Has to be known before their first byte is sent; `null`: not yet. */
  exportControlled: boolean | null;
  readonly #host: UploadHost;
  readonly #files: FileLines<PartUpload>;
  readonly #kept: Kept<KeptUploads>;

  constructor(host: UploadHost, files: FilePreparation, storage: KeptStorage) {
    this.#host = host;
    this.#kept = new Kept(host, storage, `catalog.uploads.${host.user.id}`, keptUploadsSchema);
    const kept = this.#kept.read();
    this.exportControlled = kept?.exportControlled ?? null;
    this.#files = new FileLines<PartUpload>({
      files,
      lineOf: (file) => {
        if (file.preparation.purpose !== 'INVENTORY') return null;
        const line = new PartUpload(
          host,
          file,
          kept?.lines.find(({ id }) => id === file.id),
          (part) => {
            this.remove(line);
            this.added = part;
          },
        );
        return line;
      },
      onChange: (line) => this.#follow(line),
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(
      this.#files.start(),
      reaction(
        () => ({ exportControlled: this.exportControlled, lines: this.lines.map((line) => line.kept) }),
        (kept) => this.#kept.write(kept),
      ),
      // What is brought next is something else.
      reaction(
        () => this.newParts.length,
        (count) => count === 0 && runInAction(() => (this.exportControlled = null)),
      ),
    );
  }

  get lines(): readonly PartUpload[] {
    return this.#files.lines;
  }

  get extensions(): readonly string[] {
    return this.#files.files.extensions;
  }

  /** Extensions that can be uploaded, although nobody reads them here yet. */
  get needConverter(): readonly string[] {
    return this.#files.needConverter;
  }

  get newParts(): PartUpload[] {
    return this.lines.filter(({ revisionOf }) => revisionOf === null);
  }

  get addable(): PartUpload[] {
    return this.newParts.filter(({ file, duplicate, saving }) => file.isReady && duplicate === null && !saving.busy);
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
    for (const file of files) this.#files.files.start(file, 'INVENTORY', { itar });
  }

  /** A file that becomes the next revision of a part. */
  bringRevision(file: File, itar: boolean, of: NonNullable<KeptLine['revisionOf']>): void {
    const before = new Set(this.lines);
    const { id } = this.#files.files.start(file, 'INVENTORY', { itar });
    const line = this.lines.find((one) => one.id === id);
    // One whose upload was paused goes on under its old line.
    if (line && !before.has(line)) line.revisionOf = of;
  }

  remove(line: PartUpload): void {
    this.#files.remove(line);
  }

  async add(line: PartUpload, evenIfThere = false): Promise<void> {
    const { state } = line.file;
    const name = line.name.trim();
    if (state.kind !== 'ready' || name === '') return;
    const { eventId, partNumber } = line;
    await line.saving.run(async () => {
      const body = { eventId, name, partNumber, evenIfThere, ...contentOf(line, state.part) };
      const { part, duplicateOf } = await this.#host.api.call(addPart, { body });
      runInAction(() => (line.duplicate = duplicateOf));
      return part;
    });
  }

  async addAll(): Promise<void> {
    for (const line of this.addable) await this.add(line);
  }

  /** Makes it the latest revision of a part that is there. */
  async addRevision(line: PartUpload, partId: number): Promise<void> {
    const { state } = line.file;
    if (state.kind !== 'ready') return;
    const body = { eventId: line.eventId, ...contentOf(line, state.part) };
    await line.saving.run(() => this.#host.api.call(addPartRevision, { params: { id: partId }, body }));
  }

  #follow(line: PartUpload): void {
    const { revisionOf, file, saving } = line;
    // Prepared anew, it is another file.
    if (file.state.kind === 'running') runInAction(() => (line.duplicate = null));
    if (revisionOf && file.isReady && saving.problem === null) void this.addRevision(line, revisionOf.id);
  }
}

const contentOf = ({ file }: PartUpload, part: PreparedPart) => ({
  originalFileId: part.original.id,
  fileId: part.processed.id,
  units: file.units ?? 'MM',
});
