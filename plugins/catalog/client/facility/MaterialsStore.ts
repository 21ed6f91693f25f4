import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { createMaterial, listLibraryMaterials, updateFacilityMaterial } from '@sinter/sdk/contract/machines';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import type { Facility, KeptMaterial, Material } from './Facility.ts';

type NewMaterial = CallArguments<typeof createMaterial>['body'];

/** Compared without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The materials a facility keeps, and those it could. */
export class MaterialsStore {
  /** Beside the list: the library, an own material, or the price of one that is kept. */
  panel: 'library' | 'own' | KeptMaterial | null = null;
  library: readonly Material[] | null = null;
  libraryError: unknown = null;
  search = '';
  process: number | null = null;
  family: number | null = null;
  busy: number | 'undo' | null = null;
  problem: string | null = null;
  /** What is no longer kept since the last change. */
  dropped: KeptMaterial | null = null;
  /** An own material that was added last, and is kept or about to be. */
  private added: { asked: string; id: number } | null = null;

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'log'>,
    private readonly facility: Facility,
  ) {
    const ref = observableRef;
    makeAutoObservable<this, 'host' | 'facility' | 'added'>(
      this,
      {
        ...{ panel: ref, library: ref, libraryError: ref, dropped: ref },
        ...{ host: false, facility: false, added: false },
      },
      { autoBind: true },
    );
  }

  open(panel: 'library' | 'own' | KeptMaterial): void {
    this.panel = panel;
    if (panel !== 'library') return;
    this.resetFilter();
    if (this.library === null) void this.loadLibrary();
  }

  close(): void {
    this.panel = null;
  }

  async loadLibrary(): Promise<void> {
    this.libraryError = null;
    try {
      const library = await this.host.api.call(listLibraryMaterials, {});
      runInAction(() => (this.library = library));
    } catch (error) {
      this.host.log.warn('The library could not be loaded', { error: String(error) });
      runInAction(() => (this.libraryError = error));
    }
  }

  setSearch(text: string): void {
    this.search = text;
  }

  filter(process: number | null, family: number | null): void {
    this.process = process;
    this.family = family;
  }

  resetFilter(): void {
    this.search = '';
    this.filter(null, null);
  }

  /** Every word is somewhere in the name, the maker, the family or the process. */
  get found(): Material[] {
    const words = plain(this.search).split(/\s+/).filter(Boolean);
    return (this.library ?? []).filter((material) => {
      if (this.process !== null && material.amProcessId !== this.process) return false;
      if (this.family !== null && material.generalMaterial.id !== this.family) return false;
      const process = this.facility.processName(material.amProcessId);
      const text = plain([material.name, material.manufacturer, material.generalMaterial.name, process].join(' '));
      return words.every((word) => text.includes(word));
    });
  }

  /** Processes and families that the library has something of. */
  get processes(): { id: number; name: string }[] {
    const used = new Set((this.library ?? []).map(({ amProcessId }) => amProcessId));
    return this.facility.processes.filter(({ id }) => used.has(id));
  }

  get families(): { id: number; name: string }[] {
    const used = new Set((this.library ?? []).map(({ generalMaterial }) => generalMaterial.id));
    return this.facility.families.filter(({ id }) => used.has(id));
  }

  /** Throws the `CallError` of a refusal, for the form to show. `pricePerKg`: minor units. */
  async keep(materialId: number, pricePerKg: number): Promise<void> {
    const body = { kept: true, pricePerKg };
    await this.host.api.call(updateFacilityMaterial, { params: { id: materialId }, body });
    await this.readAgain();
  }

  /** What was saved is saved, whether or not it can be shown at once. */
  private async readAgain(): Promise<void> {
    try {
      await this.facility.readKept();
    } catch (error) {
      this.host.log.warn('The materials could not be read again', { error: String(error) });
    }
  }

  /** Adds a material that the library lacks, and keeps it. Tried again after half of it, it adds no second one. */
  async addOwn(material: NewMaterial, pricePerKg: number): Promise<void> {
    const asked = JSON.stringify(material);
    if (this.added?.asked !== asked) {
      const { id } = await this.host.api.call(createMaterial, { body: material });
      this.added = { asked, id };
      runInAction(() => (this.library = null));
    }
    await this.keep(this.added.id, pricePerKg);
    this.close();
  }

  drop(material: KeptMaterial): Promise<void> {
    return this.act(material.id, async () => {
      const body = { kept: false, pricePerKg: material.pricePerKg ?? 0 };
      await this.host.api.call(updateFacilityMaterial, { params: { id: material.id }, body });
      runInAction(() => (this.dropped = material));
      await this.readAgain();
    });
  }

  undo(): Promise<void> {
    const { dropped } = this;
    if (!dropped) return Promise.resolve();
    return this.act('undo', async () => {
      await this.keep(dropped.id, dropped.pricePerKg ?? 0);
      this.forget();
    });
  }

  forget(): void {
    this.dropped = null;
  }

  private async act(busy: number | 'undo', call: () => Promise<void>): Promise<void> {
    this.busy = busy;
    this.problem = null;
    try {
      await call();
    } catch (error) {
      this.host.log.warn('A material could not be changed', { error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
      await this.readAgain();
    } finally {
      runInAction(() => (this.busy = null));
    }
  }
}
