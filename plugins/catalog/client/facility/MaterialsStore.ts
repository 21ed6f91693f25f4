import { makeStore, Action, Question, Undo } from '@sinter/sdk/state';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { createMaterial, listLibraryMaterials, updateFacilityMaterial } from '@sinter/sdk/contract/catalog/machines';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { Facility, KeptMaterial, Material } from './Facility.ts';

type NewMaterial = CallArguments<typeof createMaterial>['body'];

/** Compared without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The materials a facility keeps, and those it could. */
export class MaterialsStore {
  /** Beside the list: the library, an own material, or the price of one that is kept. */
  panel: 'library' | 'own' | KeptMaterial | null = null;
  search = '';
  process: number | null = null;
  family: number | null = null;
  readonly library: Question<null, readonly Material[]>;
  readonly dropping: Action<[material: KeptMaterial]>;
  /** Takes the last one back, at its price. */
  readonly undo: Undo<KeptMaterial>;
  readonly #api: PluginHost['api'];
  readonly #facility: Facility;
  /** An own material that was added last, and is kept or about to be. */
  #added: { asked: string; id: number } | null = null;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, facility: Facility) {
    this.#api = host.api;
    this.#facility = facility;
    this.library = new Question<null, readonly Material[]>(host, {
      failed: 'the library could not be loaded',
      ask: (_asked, signal) => host.api.call(listLibraryMaterials, {}, { signal }),
    });
    this.undo = new Undo<KeptMaterial>(host, {
      failed: 'a material could not be taken back',
      run: ({ id, pricePerKg }) => this.#setKept(id, { kept: true, pricePerKg: pricePerKg ?? 0 }),
    });
    this.dropping = new Action(host, {
      failed: 'a material could not be removed',
      run: async (material) => {
        await this.#setKept(material.id, { kept: false, pricePerKg: material.pricePerKg ?? 0 });
        this.undo.offer(material);
      },
    });
    makeStore(this);
  }

  open(panel: 'library' | 'own' | KeptMaterial): void {
    this.panel = panel;
    if (panel !== 'library') return;
    this.resetFilter();
    if (this.library.answer === null) this.library.ask(null);
  }

  close(): void {
    this.panel = null;
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
    return (this.library.answer ?? []).filter((material) => {
      if (this.process !== null && material.amProcessId !== this.process) return false;
      if (this.family !== null && material.generalMaterial.id !== this.family) return false;
      const process = this.#facility.processName(material.amProcessId);
      const text = plain([material.name, material.manufacturer, material.generalMaterial.name, process].join(' '));
      return words.every((word) => text.includes(word));
    });
  }

  /** Processes and families that the library has something of. */
  get processes(): { id: number; name: string }[] {
    const used = new Set((this.library.answer ?? []).map(({ amProcessId }) => amProcessId));
    return this.#facility.processes.filter(({ id }) => used.has(id));
  }

  get families(): { id: number; name: string }[] {
    const used = new Set((this.library.answer ?? []).map(({ generalMaterial }) => generalMaterial.id));
    return this.#facility.families.filter(({ id }) => used.has(id));
  }

  /** Throws the `CallError` of a refusal, for the form to show. `pricePerKg`: minor units. */
  keep(materialId: number, pricePerKg: number): Promise<void> {
    return this.#setKept(materialId, { kept: true, pricePerKg });
  }

  /** Adds a material that the library lacks, and keeps it. Tried again after half of it, it adds no second one. */
  async addOwn(material: NewMaterial, pricePerKg: number): Promise<void> {
    const asked = JSON.stringify(material);
    if (this.#added?.asked !== asked) {
      const { id } = await this.#api.call(createMaterial, { body: material });
      this.#added = { asked, id };
      this.library.clear();
    }
    await this.keep(this.#added.id, pricePerKg);
    this.close();
  }

  /** The list is read again after a refusal too: it may say why. */
  async #setKept(id: number, body: { kept: boolean; pricePerKg: number }): Promise<void> {
    try {
      await this.#api.call(updateFacilityMaterial, { params: { id }, body });
    } finally {
      await this.#facility.readKept();
    }
  }
}
