import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { ChosenPart } from './chosenPart.ts';
import type { JobValues } from './jobValues.ts';

type Named = { id: number; name: string };
type Wanted = Pick<JobValues, 'equipmentDTO' | 'files'>;

/** Machines and materials that a job can have. */
export class MachineChoices {
  private readonly names: Map<number, string>;

  constructor(
    /** Of the person's own facility, retired ones too. */
    private readonly machines: readonly Equipment[],
    materials: ReadonlyMap<number, string>,
    /** Its machine and materials can stay, whatever has become of them. */
    private readonly job: Job | null,
  ) {
    const { materialDTO = null, secondaryMaterials = [], supportMaterial = null } = job ?? {};
    const own = [materialDTO, ...secondaryMaterials.map((used) => used.materialDTO), supportMaterial?.materialDTO];
    this.names = new Map(own.flatMap((one) => (one ? [[one.id, one.name]] : [])));
    materials.forEach((name, id) => this.names.set(id, name));
  }

  machine(id: number | null): Equipment | undefined {
    return this.machines.find((machine) => machine.id === id);
  }

  /** Those that can make all of the parts, by process and material; the job's own one stays. */
  machinesFor(files: readonly ChosenPart[]): Equipment[] {
    const makes = ({ machine, materials }: Equipment, { process, materials: wanted }: ChosenPart) =>
      machine.amProcess.id === process.id && wanted.some(({ id }) => materials.includes(id));
    return this.machines.filter(
      (machine) =>
        machine.id === this.job?.equipmentId || (!machine.hidden && files.every((part) => makes(machine, part))),
    );
  }

  /** What the machine can run; with no machine chosen, what the parts are ordered in. */
  materialsFor({ equipmentDTO, files }: Wanted): Named[] {
    const ordered = files.flatMap((part) => part.materials);
    for (const { id, name } of ordered) if (!this.names.has(id)) this.names.set(id, name);
    return this.named(this.machine(equipmentDTO)?.materials ?? ordered.map(({ id }) => id), this.job?.materialDTO?.id);
  }

  /** What the machine uses beside its material. */
  secondaryFor(equipmentId: number | null): Named[] {
    const machine = this.machine(equipmentId);
    if (!machine) return [];
    const { materials, supportMaterials, detailingAgentMaterials, fusingAgentMaterials } = machine;
    return this.named([...materials, ...supportMaterials, ...detailingAgentMaterials, ...fusingAgentMaterials]);
  }

  supportFor(equipmentId: number | null): Named[] {
    const machine = this.machine(equipmentId);
    return machine ? this.named([...machine.supportMaterials, ...machine.materials]) : [];
  }

  nameOfMachine(id: number | null): string {
    return id === null ? '' : (this.machine(id)?.displayName ?? `#${id}`);
  }

  nameOfMaterial(id: number | null): string {
    return id === null ? '' : (this.names.get(id) ?? `#${id}`);
  }

  private named(ids: readonly number[], own?: number): Named[] {
    const stays = this.job && own !== undefined && ids.length === 0 ? [own] : [];
    return [...new Set([...ids, ...stays])].map((id) => ({ id, name: this.nameOfMaterial(id) }));
  }
}
