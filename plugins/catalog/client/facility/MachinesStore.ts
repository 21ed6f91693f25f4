import { runInAction } from 'mobx';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { createEquipment, createMachine, listMachines, updateEquipment } from '@sinter/sdk/contract/catalog/machines';
import { newId, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, Undo } from '@sinter/sdk/state';
import { messageOf } from '@sinter/sdk/ui';
import type { Facility, Machine, Model } from './Facility.ts';

type Draft = Omit<CallArguments<typeof createEquipment>['body'], 'eventId'>;
type NewModel = CallArguments<typeof createMachine>['body'];

/** The machines of a facility: adding, changing, retiring. */
export class MachinesStore {
  /** Beside the list: one of them, or a new one. */
  panel: Machine | 'new' | null = null;
  /** A picture that is chosen and not saved yet; `file: null` takes the present one away. */
  picture: { file: { id: number; fileURL: string } | null } | null = null;
  /** Done share of an upload, 0 to 1. */
  uploading: number | null = null;
  pictureProblem: string | null = null;
  /** Of the library, and those of the enterprise. */
  readonly models: Question<null, readonly Model[]>;
  /** Takes a machine out of use (`true`), or back into it. */
  readonly retiring: Action<[machine: Machine, retired: boolean]>;
  /** Takes the last of these back; what it holds is the machine as it is now. */
  readonly undo: Undo<Machine>;
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #facility: Facility;
  /** One for each new machine: asked twice, it is still added once. */
  #eventId = newId();

  constructor(host: Pick<PluginHost, 'api' | 'log'>, facility: Facility) {
    this.#host = host;
    this.#facility = facility;
    this.models = new Question<null, readonly Model[]>(host, {
      failed: 'the models could not be loaded',
      ask: (_asked, signal) => host.api.call(listMachines, {}, { signal }),
    });
    this.undo = new Undo<Machine>(host, {
      failed: 'a machine could not be changed back',
      run: (machine) => this.#retire(machine, !machine.hidden),
    });
    this.retiring = new Action(host, {
      failed: 'a machine could not be changed',
      run: async (machine, retired) => this.undo.offer(await this.#retire(machine, retired)),
    });
    makeStore(this);
  }

  open(panel: Machine | 'new'): void {
    this.panel = panel;
    this.picture = null;
    this.pictureProblem = null;
    this.uploading = null;
    this.#eventId = newId();
    if (this.models.answer === null) this.models.ask(null);
  }

  close(): void {
    this.panel = null;
  }

  /** Throws the `CallError` of a refusal, for the form to show; answers the new model's id. */
  async addModel(model: NewModel): Promise<number> {
    const { api } = this.#host;
    const { id } = await api.call(createMachine, { body: model });
    this.models.put(await api.call(listMachines, {}));
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
      const stored = await this.#host.api.upload(uploadFile, file, {}, { onProgress });
      runInAction(() => here() && (this.picture = { file: stored }));
    } catch (error) {
      this.#host.log.warn('the picture could not be stored', { error: String(error) });
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
    const { api } = this.#host;
    const image = picture && (picture.file?.id ?? null);
    try {
      if (panel === 'new') {
        await api.call(createEquipment, { body: { ...values, imageFileId: image, eventId: this.#eventId } });
      } else {
        const body = { ...changesOf(panel, values), ...(picture ? { imageFileId: image } : {}) };
        await api.call(updateEquipment, { params: { id: panel.id }, body });
      }
    } catch (error) {
      // The picture is no field of the form.
      const problem = error instanceof CallError ? error.fields['imageFileId'] : undefined;
      if (problem !== undefined) runInAction(() => (this.pictureProblem = problem));
      throw error;
    }
    this.close();
    await this.#facility.readMachines();
  }

  /** The list is read again after a refusal too: it may say why. */
  async #retire({ id }: Machine, hidden: boolean): Promise<Machine> {
    try {
      return await this.#host.api.call(updateEquipment, { params: { id }, body: { hidden } });
    } finally {
      await this.#facility.readMachines();
    }
  }
}

/** What differs from the machine as it was opened. */
function changesOf(machine: Machine, values: Omit<Draft, 'imageFileId'>): Partial<Draft> {
  const before = { ...machine, machineId: machine.machine.id, materials: machine.materialRoles };
  const keys = ['displayName', 'machineId', 'materials', 'currentlyUsedMaterialId', 'hourlyRate'] as const;
  const changed = keys.filter((key) => JSON.stringify(values[key]) !== JSON.stringify(before[key]));
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
