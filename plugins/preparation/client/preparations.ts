import PQueue from 'p-queue';
import type {
  FileFormat,
  FilePreparation,
  PartPreparation,
  PreparationPurpose,
  PreparedPart,
} from '@sinter/sdk/contract/preparation/filePreparation';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { cadExtensions, listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import { newId } from '@sinter/sdk/plugin';
import { Kept } from '@sinter/sdk/state/entered';
import type { KeptStorage } from '@sinter/sdk/state/entered';
import { allKeptSchema } from './kept.ts';
import type { KeptPreparation } from './kept.ts';
import { Preparation } from './preparation.ts';
import type { PreparationHost, Shared } from './preparation.ts';
import { Value } from './value.ts';

const uploadsAtOnce = 2;

/**
 * The preparations of this tab. They are kept in the tab's storage, so that a reload goes on with them: the server
 * answers the operation that is already running or done when the same one is started again.
 */
export class Preparations implements FilePreparation {
  readonly extensions = cadExtensions;
  readonly all = new Value<readonly Preparation[]>([]);
  private readonly host: PreparationHost;
  private readonly kept: Kept<KeptPreparation[]>;
  private readonly shared: Shared;
  private known: Promise<readonly FileFormat[]> | null = null;

  constructor(host: PreparationHost, storage: KeptStorage) {
    this.host = host;
    this.kept = new Kept(host, storage, `preparation.parts.${host.user.id}`, allKeptSchema);
    this.shared = {
      host,
      uploads: new PQueue({ concurrency: uploadsAtOnce }),
      changed: () => this.save(),
      cancelled: (preparation) => this.takeOff(preparation),
    };
    this.add((this.kept.read() ?? []).map((kept) => new Preparation(this.shared, kept, kept)));
  }

  get isUploading(): boolean {
    return this.all.get().some((preparation) => preparation.isUploading);
  }

  formats(): Promise<readonly FileFormat[]> {
    this.known ??= this.host.api.call(listFormats, {}).catch((error: unknown) => {
      this.host.log.warn('Which formats can be read is not known', { error: String(error) });
      this.known = null;
      return [];
    });
    return this.known;
  }

  start(file: File, purpose: PreparationPurpose, { itar = false }: { itar?: boolean } = {}): PartPreparation {
    // What was begun in the open goes on there: a controlled file does not.
    const goesOn = (one: Preparation) => one.purpose === purpose && (one.itar || !itar) && one.waitsFor(file);
    const paused = this.all.get().find(goesOn);
    if (paused?.resume(file)) return paused;
    const preparation = new Preparation(this.shared, file, { purpose, itar });
    this.add([preparation]);
    return preparation;
  }

  adopt(
    file: FileDto,
    {
      purpose,
      units,
      part = null,
    }: { purpose: PreparationPurpose; units: LengthUnit | null; part?: PreparedPart | null },
  ): PartPreparation {
    const { fileName, size } = file;
    const nothing = { part, failure: null, lastModified: 0 };
    // The server knows by itself whether it is export controlled.
    const kept = { id: newId(), fileName, size, units, original: file, ...nothing, purpose, itar: false };
    const preparation = new Preparation(this.shared, kept, kept);
    this.add([preparation]);
    return preparation;
  }

  forget(preparation: PartPreparation): void {
    this.all
      .get()
      .find(({ id }) => id === preparation.id)
      ?.cancel();
  }

  /** Lets go of everything that is under way; what was uploaded goes on at the next visit. */
  stop(): void {
    for (const preparation of this.all.get()) preparation.stop();
  }

  private add(preparations: Preparation[]): void {
    this.all.set([...this.all.get(), ...preparations]);
    this.save();
    for (const preparation of preparations) preparation.begin();
  }

  private takeOff(preparation: Preparation): void {
    this.all.set(this.all.get().filter((other) => other !== preparation));
    this.save();
  }

  private save(): void {
    this.kept.write(this.all.get().map((preparation) => preparation.kept()));
  }
}
