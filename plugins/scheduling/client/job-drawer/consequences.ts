import type { Zone } from '../zone.ts';
import { defaultName, rounded } from './jobValues.ts';
import type { JobValues } from './jobValues.ts';
import type { MachineChoices } from './MachineChoices.ts';

/** Fills in a field of the form. */
export type SetValue = <K extends keyof JobValues>(name: K, value: JobValues[K]) => void;

const hourMs = 3_600_000;

/** The machine, where only one can make the parts, and the material that they are ordered in or that it has loaded. */
export function fillMachine(values: JobValues, choices: MachineChoices, fill: SetValue): void {
  const machines = choices.machinesFor(values.files);
  if (!machines.some(({ id }) => id === values.equipmentDTO)) {
    const [only] = machines;
    const next = values.files.length > 0 && machines.length === 1 && only ? only.id : null;
    if (next !== values.equipmentDTO) fill('equipmentDTO', next);
  }
  const materials = choices.materialsFor(values).map(({ id }) => id);
  if (values.materialDTO !== null && materials.includes(values.materialDTO)) return;
  const wanted = [values.files[0]?.materials[0]?.id, choices.machine(values.equipmentDTO)?.currentlyUsedMaterialId];
  const next = wanted.find((id) => id !== undefined && id !== null && materials.includes(id)) ?? null;
  if (next !== values.materialDTO) fill('materialDTO', next);
}

export const fillName = ({ files }: JobValues, fill: SetValue): void => fill('jobName', defaultName(files));

/** The simulated build time sets the end; start and end set the actual time (specification 4.3). */
export function fillTimes(values: JobValues, before: JobValues, zone: Zone, fill: SetValue): void {
  const changed = (name: keyof JobValues) => before[name] !== values[name];
  const { fromDate, toDate, estimatedTime } = values;
  const anew = changed('estimatedTime') || (changed('fromDate') && toDate === null);
  if (anew && !changed('toDate') && fromDate && estimatedTime) {
    const end = zone.toPicker(zone.fromPicker(fromDate) + estimatedTime * hourMs);
    if (end.valueOf() !== toDate?.valueOf()) return fill('toDate', end);
  }
  if ((changed('fromDate') || changed('toDate')) && !changed('actualTime')) fillActual(values, zone, fill);
}

/** Hours from start to end. */
export function fillActual({ fromDate, toDate, actualTime }: JobValues, zone: Zone, fill: SetValue): void {
  const hours = fromDate && toDate ? rounded((zone.fromPicker(toDate) - zone.fromPicker(fromDate)) / hourMs) : null;
  const next = hours !== null && hours > 0 ? hours : null;
  if (next !== actualTime) fill('actualTime', next);
}
