import type { CallResult } from '@sinter/sdk/contract/call';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import { readProviderProfile } from '@sinter/sdk/contract/admin/profiles';
import type * as contract from '@sinter/sdk/contract/catalog/machines';
import {
  listFacilityEquipments,
  listFacilityMaterials,
  listGeneralMaterials,
  type EquipmentDetail,
} from '@sinter/sdk/contract/catalog/machines';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';

export type Machine = EquipmentDetail;
export type Model = CallResult<typeof contract.listMachines>[number];
export type Material = CallResult<typeof contract.listLibraryMaterials>[number];
export type KeptMaterial = CallResult<typeof contract.listFacilityMaterials>[number];
export type Process = CallResult<typeof listAmProcesses>[number];
interface Named {
  id: number;
  name: string;
}

interface Parts {
  machines: readonly Machine[];
  kept: readonly KeptMaterial[];
  processes: readonly Process[];
  families: readonly Named[];
  /** What prices and rates are in. */
  currency: string;
}
const nothing: Parts = { machines: [], kept: [], processes: [], families: [], currency: 'EUR' };

/** What the facility has, which its sections show together: a machine names materials, a material its machines. */
export class Facility {
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #parts: Question<null, Parts>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#host = host;
    this.#parts = new Question<null, Parts>(host, {
      failed: 'what the facility has could not be loaded',
      ask: async (_asked, signal) => {
        const [machines, kept, processes, families, { currency }] = await Promise.all([
          host.api.call(listFacilityEquipments, {}, { signal }),
          host.api.call(listFacilityMaterials, {}, { signal }),
          host.api.call(listAmProcesses, { query: {} }, { signal }),
          host.api.call(listGeneralMaterials, {}, { signal }),
          host.api.call(readProviderProfile, {}, { signal }),
        ]);
        return { machines, kept, processes, families, currency };
      },
    });
    makeStore(this);
  }

  get machines(): readonly Machine[] {
    return this.#has.machines;
  }

  get kept(): readonly KeptMaterial[] {
    return this.#has.kept;
  }

  get processes(): readonly Process[] {
    return this.#has.processes;
  }

  get families(): readonly Named[] {
    return this.#has.families;
  }

  get currency(): string {
    return this.#has.currency;
  }

  get loading(): boolean {
    return this.#parts.loading;
  }

  get error(): unknown {
    return this.#parts.error;
  }

  start(): Dispose {
    return this.#parts.start(null);
  }

  retry(): void {
    this.#parts.retry();
  }

  /** After a change: the machines as the server has them now. */
  readMachines(): Promise<void> {
    return this.#readAgain(async () => ({ machines: await this.#host.api.call(listFacilityEquipments, {}) }));
  }

  readKept(): Promise<void> {
    return this.#readAgain(async () => ({ kept: await this.#host.api.call(listFacilityMaterials, {}) }));
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

  /** What was saved is saved, whether or not it can be shown at once. */
  async #readAgain(read: () => Promise<Partial<Parts>>): Promise<void> {
    try {
      this.#parts.put({ ...this.#has, ...(await read()) });
    } catch (error) {
      this.#host.log.warn('what the facility has could not be read again', { error: String(error) });
    }
  }

  get #has(): Parts {
    return this.#parts.answer ?? nothing;
  }
}
