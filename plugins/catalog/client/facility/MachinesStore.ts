import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile } from '@sinter/sdk/contract/host';
import { createEquipment, createMachine, listMachines, updateEquipment } from '@sinter/sdk/contract/machines';
import { newId, type PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import type { Facility, Machine, Model } from './Facility.ts';

type Draft = Omit<CallArguments<typeof createEquipment>['body'], 'eventId'>;
type NewModel = CallArguments<typeof createMachine>['body'];

/** The machines of a facility: adding, changing, retiring. */
export class MachinesStore {
  /** Beside the list: one of them, or a new one. */
  panel: Machine | 'new' | null = null;
  models: readonly Model[] | null = null;
  modelsError: unknown = null;
  busy: number | 'undo' | null = null;
  problem: string | null = null;
  /** Who was retired or restored last. */
  changed: Machine | null = null;
  /** A picture that is chosen and not saved yet; `file: null` takes the present one away. */
  picture: { file: { id: number; fileURL: string } | null } | null = null;
  /** Done share of an upload, 0 to 1. */
  uploading: number | null = null;
  pictureProblem: string | null = null;
  /** One for each new machine: asked twice, it is still added once. */
  private eventId = newId();

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'log'>,
    private readonly facility: Facility,
  ) {
    const ref = observableRef;
    makeAutoObservable<this, 'host' | 'facility' | 'eventId'>(
      this,
      {
        ...{ panel: ref, models: ref, modelsError: ref, changed: ref, picture: ref },
        ...{ host: false, facility: false, eventId: false },
      },
      { autoBind: true },
    );
  }

  open(panel: Machine | 'new'): void {
    this.panel = panel;
    this.picture = null;
    this.pictureProblem = null;
    this.uploading = null;
    this.eventId = newId();
    if (this.models === null) void this.loadModels();
  }

  close(): void {
    this.panel = null;
  }

  async loadModels(): Promise<void> {
    this.modelsError = null;
    try {
      const models = await this.host.api.call(listMachines, {});
      runInAction(() => (this.models = models));
    } catch (error) {
      this.host.log.warn('The models could not be loaded', { error: String(error) });
      runInAction(() => (this.modelsError = error));
    }
  }

  /** Throws the `CallError` of a refusal, for the form to show; answers the new model's id. */
  async addModel(model: NewModel): Promise<number> {
    const { id } = await this.host.api.call(createMachine, { body: model });
    await this.loadModels();
    return id;
  }

  get pictureURL(): string | null {
    if (this.picture) return this.picture.file?.fileURL ?? null;
    return this.panel === null || this.panel === 'new' ? null : this.panel.imageUrl;
  }

  async choosePicture(file: File): Promise<void> {
    const { panel } = this;
    this.uploading = 0;
    this.pictureProblem = null;
    const here = () => this.panel === panel;
    const onProgress = (sent: number, total: number) =>
      runInAction(() => here() && (this.uploading = total > 0 ? sent / total : 0));
    try {
      const stored = await this.host.api.upload(uploadFile, file, {}, { onProgress });
      runInAction(() => here() && (this.picture = { file: stored }));
    } catch (error) {
      this.host.log.warn('The picture could not be stored', { error: String(error) });
      runInAction(() => here() && (this.pictureProblem = messageOf(error)));
    } finally {
      runInAction(() => here() && (this.uploading = null));
    }
  }

  removePicture(): void {
    const saved = this.panel !== null && this.panel !== 'new' && this.panel.imageUrl !== null;
    this.picture = saved ? { file: null } : null;
  }

  /** Throws the `CallError` of a refusal, for the form to show. What somebody else changed meanwhile stays. */
  async save(values: Omit<Draft, 'imageFileId'>): Promise<void> {
    const { panel, picture } = this;
    if (panel === null) return;
    const image = picture && (picture.file?.id ?? null);
    try {
      if (panel === 'new') {
        await this.host.api.call(createEquipment, { body: { ...values, imageFileId: image, eventId: this.eventId } });
      } else {
        const body = { ...changesOf(panel, values), ...(picture ? { imageFileId: image } : {}) };
        await this.host.api.call(updateEquipment, { params: { id: panel.id }, body });
      }
    } catch (error) {
      // The picture is no field of the form.
      const problem = error instanceof CallError ? error.fields['imageFileId'] : undefined;
      if (problem !== undefined) runInAction(() => (this.pictureProblem = problem));
      throw error;
    }
    this.close();
    await this.readAgain();
  }

  /** Takes a machine out of use, or back into it. */
  setRetired(machine: Machine, retired: boolean): Promise<void> {
    return this.act(machine.id, async () => {
      const changed = await this.put(machine, retired);
      runInAction(() => (this.changed = changed));
    });
  }

  undo(): Promise<void> {
    const { changed } = this;
    if (!changed) return Promise.resolve();
    return this.act('undo', async () => {
      await this.put(changed, !changed.hidden);
      this.forget();
    });
  }

  forget(): void {
    this.changed = null;
  }

  private put({ id }: Machine, hidden: boolean): Promise<Machine> {
    return this.host.api.call(updateEquipment, { params: { id }, body: { hidden } });
  }

  /** What was saved is saved, whether or not it can be shown at once. */
  private async readAgain(): Promise<void> {
    try {
      await this.facility.readMachines();
    } catch (error) {
      this.host.log.warn('The machines could not be read again', { error: String(error) });
    }
  }

  private async act(busy: number | 'undo', call: () => Promise<void>): Promise<void> {
    this.busy = busy;
    this.problem = null;
    try {
      await call();
    } catch (error) {
      this.host.log.warn('A machine could not be changed', { error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
    }
    await this.readAgain();
    runInAction(() => (this.busy = null));
  }
}

/** What differs from the machine as it was opened. */
function changesOf(machine: Machine, values: Omit<Draft, 'imageFileId'>): Partial<Draft> {
  const before = { ...machine, machineId: machine.machine.id, materials: machine.materialRoles };
  const keys = ['displayName', 'machineId', 'materials', 'currentlyUsedMaterialId', 'hourlyRate'] as const;
  const changed = keys.filter((key) => JSON.stringify(values[key]) !== JSON.stringify(before[key]));
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
