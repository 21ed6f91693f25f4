import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { listAmProcesses } from '@sinter/sdk/contract/catalog';
import { readProviderProfile } from '@sinter/sdk/contract/facilities';
import type * as contract from '@sinter/sdk/contract/machines';
import {
  listFacilityEquipments,
  listFacilityMaterials,
  listGeneralMaterials,
  type EquipmentDetail,
} from '@sinter/sdk/contract/machines';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';

export type Machine = EquipmentDetail;
export type Model = CallResult<typeof contract.listMachines>[number];
export type Material = CallResult<typeof contract.listLibraryMaterials>[number];
export type KeptMaterial = CallResult<typeof contract.listFacilityMaterials>[number];
export type Process = CallResult<typeof listAmProcesses>[number];
interface Named {
  id: number;
  name: string;
}

/** What the facility has, which its sections show together: a machine names materials, a material its machines. */
export class Facility {
  machines: readonly Machine[] = [];
  kept: readonly KeptMaterial[] = [];
  processes: readonly Process[] = [];
  families: readonly Named[] = [];
  /** What prices and rates are in. */
  currency = 'EUR';
  loading = true;
  error: unknown = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    const ref = observableRef;
    makeAutoObservable<this, 'host'>(
      this,
      { ...{ machines: ref, kept: ref, processes: ref, families: ref, error: ref }, host: false },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    return () => {};
  }

  async load(): Promise<void> {
    this.loading = true;
    this.error = null;
    const { api } = this.host;
    try {
      const [machines, kept, processes, families, profile] = await Promise.all([
        api.call(listFacilityEquipments, {}),
        api.call(listFacilityMaterials, {}),
        api.call(listAmProcesses, { query: {} }),
        api.call(listGeneralMaterials, {}),
        api.call(readProviderProfile, {}),
      ]);
      runInAction(() => Object.assign(this, { machines, kept, processes, families, currency: profile.currency }));
    } catch (error) {
      this.host.log.warn('What the facility has could not be loaded', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  /** After a change: the machines as the server has them now. */
  async readMachines(): Promise<void> {
    const machines = await this.host.api.call(listFacilityEquipments, {});
    runInAction(() => (this.machines = machines));
  }

  async readKept(): Promise<void> {
    const kept = await this.host.api.call(listFacilityMaterials, {});
    runInAction(() => (this.kept = kept));
  }

  material(id: number): KeptMaterial | undefined {
    return this.kept.find((material) => material.id === id);
  }

  processName(id: number): string {
    return this.processes.find((process) => process.id === id)?.name ?? '';
  }

  /** Machines that run a material, retired ones too: it has to be taken off them first. */
  machinesOf(materialId: number): string[] {
    return this.machines
      .filter(({ materialRoles }) => materialRoles.some(({ id }) => id === materialId))
      .map(({ displayName }) => displayName);
  }
}
