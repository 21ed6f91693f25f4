import * as z from 'zod';

const factor = z.number().nonnegative();
/** The settings as the host gives them, with the defaults of `plugin.json`: kWh/kg of each family, and kg CO2e/kWh. */
export const factorsSchema = z.object({
  kgPerKwh: factor,
  laserMetal: factor,
  electronBeam: factor,
  polymerPowder: factor,
  extrusion: factor,
  resin: factor,
  binder: factor,
  other: factor,
});
export type Factors = z.infer<typeof factorsSchema>;

/** Processes that use about as much energy for a kilogram; what is not here counts as `other`. */
const processesOf = new Map<Exclude<keyof Factors, 'kgPerKwh'>, readonly string[]>([
  ['laserMetal', ['DIRECT_METAL_LASER_SINTERING', 'SELECTIVE_LASER_MELTING', 'DIRECT_METAL_LASER_MELTING']],
  ['electronBeam', ['ELECTRON_BEAM_MELTING']],
  ['polymerPowder', ['SELECTIVE_LASER_SINTERING', 'SELECTIVE_ABSORPTION_FUSION', 'SELECTIVE_HEAT_SINTERING', 'HPBJ']],
  ['extrusion', ['FUSED_DEPOSITION_MODELING', 'FFF', 'ADAM']],
  ['resin', ['SLA', 'ISLA', 'DLP', 'DLS', 'FIG_4', 'VAT_PHOTOPOLYMERIZATION', 'MJ', 'MATERIAL_JETTING', 'POLYJET_3D']],
  ['binder', ['BINDER_JETTING', 'DIGITAL_METAL_CASTING']],
]);
const kwhPerKg = (processKey: string, factors: Factors): number => {
  const family = [...processesOf].find(([, keys]) => keys.includes(processKey))?.[0] ?? 'other';
  return factors[family];
};

/** What the catalog says of a material: g/cm³, which is mg/mm³, and the key of its process. */
export interface MaterialFacts {
  density: number;
  processKey: string;
}

/** What is needed of a part of an order, as the server answers it. */
export interface FootprintPart {
  id: number;
  quantity: number;
  materials: readonly { id: number }[];
  originalFileDTO: { fileName: string };
  report: { volumeMm3: number };
}

/** A part with all its pieces. `null` where the catalog does not know the material. */
export interface PartFootprint {
  id: number;
  name: string;
  quantity: number;
  massMg: number | null;
  kwh: number | null;
  kgCo2e: number | null;
}

/** The electricity of building: mass × energy for each kilogram × emissions for each kWh. */
export function footprintOf(
  { id, quantity, materials, originalFileDTO, report }: FootprintPart,
  facts: ReadonlyMap<number, MaterialFacts>,
  factors: Factors,
): PartFootprint {
  const material = materials.map((one) => facts.get(one.id)).find((one) => one !== undefined);
  const part = { id, name: originalFileDTO.fileName, quantity };
  if (!material) return { ...part, massMg: null, kwh: null, kgCo2e: null };
  const massMg = report.volumeMm3 * material.density * quantity;
  const kwh = (massMg / 1e6) * kwhPerKg(material.processKey, factors);
  return { ...part, massMg, kwh, kgCo2e: kwh * factors.kgPerKwh };
}

/** Of what is known; `unknown` counts the parts that are not in it. */
export function totalOf(parts: readonly PartFootprint[]): { kwh: number; kgCo2e: number; unknown: number } {
  const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return {
    kwh: sum(parts.map(({ kwh }) => kwh)),
    kgCo2e: sum(parts.map(({ kgCo2e }) => kgCo2e)),
    unknown: parts.filter(({ kgCo2e }) => kgCo2e === null).length,
  };
}
