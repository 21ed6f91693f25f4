import type { FilePreparation, PartPreparation } from '@sinter/sdk/api';
import { cadExtensions } from '@sinter/sdk/contract/preparation';
import { readKept, writeKept } from './kept.ts';
import type { Storage } from './kept.ts';
import { Preparation } from './preparation.ts';
import type { PreparationHost, Shared } from './preparation.ts';
import { Queue } from './queue.ts';
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
  private readonly storage: Storage;
  private readonly key: string;
  private readonly shared: Shared;

  constructor(host: PreparationHost, storage: Storage) {
    this.host = host;
    this.storage = storage;
    this.key = `preparation.parts.${host.user.id}`;
    this.shared = {
      host,
      uploads: new Queue(uploadsAtOnce),
      changed: () => this.save(),
      cancelled: (preparation) => this.takeOff(preparation),
    };
    this.add(readKept(storage, this.key, host.log).map((kept) => new Preparation(this.shared, kept)));
  }

  get isUploading(): boolean {
    return this.all.get().some((preparation) => preparation.isUploading);
  }

  start(file: File): PartPreparation {
    const preparation = new Preparation(this.shared, file);
    this.add([preparation]);
    return preparation;
  }

  forget(preparation: PartPreparation): void {
    const own = this.all.get().find(({ id }) => id === preparation.id);
    own?.stop();
    if (own) this.takeOff(own);
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
    const kept = this.all.get().map((preparation) => preparation.kept());
    writeKept(this.storage, this.key, kept, this.host.log);
  }
}
