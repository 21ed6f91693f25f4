import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import * as z from 'zod';

/** The groups of the filter panel, in its order, by their names in saved filters. */
export const filterKeys = [
  'materialTypes',
  'amProcesses',
  'models',
  'equipments',
  'manufacturers',
  'materials',
  'sp',
] as const;
export type FilterKey = (typeof filterKeys)[number];

const ids = z.array(z.number().int()).default([]);
export const filterSchema = z.object({
  materialTypes: ids,
  amProcesses: ids,
  models: ids,
  equipments: ids,
  manufacturers: ids,
  materials: ids,
  sp: ids,
});
/** Chosen ids by group; an empty group lets everything pass. */
export type Filter = z.infer<typeof filterSchema>;

export const noFilter: Filter = filterSchema.parse({});
export const isEmpty = (filter: Filter): boolean => filterKeys.every((key) => filter[key].length === 0);
export const sameFilter = (a: Filter, b: Filter): boolean =>
  filterKeys.every((key) => [...a[key]].sort().join() === [...b[key]].sort().join());

export interface FilterOption {
  id: number;
  name: string;
}

/** What a machine has in each group. Names of materials come from the catalogue. */
function traits(equipment: Equipment, materials: ReadonlyMap<number, string>): Record<FilterKey, FilterOption[]> {
  const { machine } = equipment;
  return {
    materialTypes: machine.generalMaterialTypes,
    amProcesses: [machine.amProcess],
    models: [{ id: machine.id, name: machine.modelName }],
    equipments: [{ id: equipment.id, name: equipment.displayName }],
    manufacturers: [machine.manufacturer],
    materials: equipment.materials.flatMap((id) => ({ id, name: materials.get(id) ?? `#${id}` })),
    sp: [{ id: equipment.spId, name: equipment.facilityName }],
  };
}

/** The choices of each group, from the machines in hand, by name. */
export function optionsOf(
  equipments: readonly Equipment[],
  materials: ReadonlyMap<number, string>,
): Record<FilterKey, FilterOption[]> {
  const found = equipments.map((equipment) => traits(equipment, materials));
  const group = (key: FilterKey) => {
    const byId = new Map(found.flatMap((each) => each[key]).map((option) => [option.id, option]));
    return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  };
  return {
    ...{ materialTypes: group('materialTypes'), amProcesses: group('amProcesses'), models: group('models') },
    ...{ equipments: group('equipments'), manufacturers: group('manufacturers') },
    ...{ materials: group('materials'), sp: group('sp') },
  };
}

/** One of each group that has something chosen. */
export function matches(equipment: Equipment, filter: Filter): boolean {
  const own = traits(equipment, new Map());
  return filterKeys.every((key) => filter[key].length === 0 || own[key].some(({ id }) => filter[key].includes(id)));
}

export const toggled = (filter: Filter, key: FilterKey, id: number): Filter => ({
  ...filter,
  [key]: filter[key].includes(id) ? filter[key].filter((each) => each !== id) : [...filter[key], id],
});
