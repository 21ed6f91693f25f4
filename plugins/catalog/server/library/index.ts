/** The data that ships with the catalogue: printer models and materials of the trade, each row with its source (see README.md). */
import * as z from 'zod';
import { processes } from '../processes.ts';
import machines from './machines.json' with { type: 'json' };
import materials from './materials.json' with { type: 'json' };

/** The closed list of general materials: polymers, metals, then the rest. */
export const generalMaterials = [
  'Polyamide',
  'Polypropylene',
  'Elastomer',
  'ABS',
  'ASA',
  'Polycarbonate',
  'PEI',
  'PEEK',
  'PEKK',
  'PLA',
  'PET',
  'PETG',
  'Photopolymer',
  'Aluminium',
  'Titanium',
  'Stainless steel',
  'Tool steel',
  'Maraging steel',
  'Low-alloy steel',
  'Nickel alloy',
  'Cobalt chrome',
  'Copper',
  'Tungsten',
  'Refractory metal',
  'Sand',
] as const;

const processKeys = new Set(processes.map(([key]) => key));
const process = z.string().refine((key) => processKeys.has(key), 'Unknown process key');
const generalMaterial = z.enum(generalMaterials);
/** Where the row's facts were read: a public page, or a file of a public repository. */
const source = z.string().regex(/^(https:\/\/|github\.com\/[^/]+\/[^/]+\/)\S.*$/);
const millimetres = z.number().min(20).max(12_000);

const machineSchema = z
  .strictObject({
    manufacturer: z.string().min(1),
    model: z.string().min(1),
    process,
    kind: z.enum(['THREED_PRINTER', 'POST_PROCESSING_MACHINE']),
    /** In mm; a round platform by its bounding box. Null for a post-processing machine without one. */
    buildVolume: z.strictObject({ x: millimetres, y: millimetres, z: millimetres }).nullable(),
    /** Only those the source names, so empty where it names none. */
    generalMaterials: z.array(generalMaterial),
    source,
  })
  .refine((machine) => machine.kind === 'POST_PROCESSING_MACHINE' || machine.buildVolume !== null, 'No build volume');

const measured = z.number().positive().nullable();

const materialSchema = z.strictObject({
  name: z.string().min(1),
  manufacturer: z.string().min(1).nullable(),
  generalMaterial,
  process,
  /** In g/cm³. */
  density: z.number().min(0.5).max(20),
  properties: z.strictObject({
    tensileStrengthMpa: measured,
    tensileModulusMpa: measured,
    elongationAtBreakPercent: measured,
    /** At 0.45 MPa unless `heatDeflectionAt` says otherwise. */
    heatDeflectionC: measured,
    /** The load in MPa of `heatDeflectionC`, where it is not 0.45. */
    heatDeflectionAt: z.number().positive().optional(),
    /** The value with its scale, as "228 HV" or "Shore 95A". */
    hardness: z.string().min(1).nullable(),
  }),
  source,
});

/** A printer or post-processing machine of the library. */
export type LibraryMachine = z.infer<typeof machineSchema>;

/** A printing material of the library. */
export type LibraryMaterial = z.infer<typeof materialSchema>;

/** Sorted by manufacturer, then model; the pair is unique. */
export const machineLibrary: readonly LibraryMachine[] = z.array(machineSchema).parse(machines);

/** Sorted by process, then name; the pair is unique. */
export const materialLibrary: readonly LibraryMaterial[] = z.array(materialSchema).parse(materials);
