import type { Part } from '@sinter/sdk/contract/catalog/parts';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import {
  operationInputSchemas,
  type OperationDetails,
  type OperationInput,
} from '@sinter/sdk/contract/preparation/operations';
import type { PluginHost } from '@sinter/sdk/plugin';
import * as z from 'zod';

const partToPackSchema = z.object({
  id: z.number(),
  /** Its mesh. */
  fileId: z.number(),
  /** That the numbers of the mesh are in. */
  units: lengthUnitSchema,
  name: z.string(),
  picture: z.string().nullable(),
  sizeMm: z.tuple([z.number(), z.number(), z.number()]),
  watertight: z.boolean(),
  quantity: z.number().nullable(),
});
/** A part that was chosen, as the form keeps it. */
export type PartToPack = z.infer<typeof partToPackSchema>;
export type PackedPart = Omit<PartToPack, 'quantity'> & { quantity: number };

/** A machine that builds. */
export interface BuildPlate {
  id: number;
  name: string;
  sizeMm: { x: number; y: number; z: number };
}

/** What found room, where, and in what file. */
export interface PackedBuild {
  /** `null`: nothing found room. */
  file: FileDto | null;
  details: OperationDetails<'PACK3D'>;
  parts: readonly PackedPart[];
  boxMm: readonly [number, number, number];
}

export interface PackValues {
  parts: PartToPack[];
  boxMm: { x: number | null; y: number | null; z: number | null };
  spacingMm: number | null;
  turning: OperationInput<'PACK3D'>['turning'];
}

const turnings = ['ANY', 'UPRIGHT'] as const satisfies readonly PackValues['turning'][];
export const turningChoices = (t: PluginHost['t']) =>
  turnings.map((value) => ({ value, label: t(`pack.turning.${value}`) }));

const { shape } = operationInputSchemas.PACK3D;
const mostCopies = 2000;

export const firstValues = (plate: BuildPlate | undefined): PackValues => ({
  parts: [],
  boxMm: plate?.sizeMm ?? { x: null, y: null, z: null },
  spacingMm: 2,
  turning: 'ANY',
});

/** Says at each field what is missing; what comes out can be packed. */
export function packSchema(t: PluginHost['t']) {
  const side = z
    .number({ error: t('pack.side.needed') })
    .positive(t('pack.side.needed'))
    .max(100_000, t('pack.side.needed'));
  return z
    .object({
      parts: z
        .array(
          partToPackSchema.extend({
            quantity: z
              .number({ error: t('pack.quantity.needed') })
              .int(t('pack.quantity.needed'))
              .min(1, t('pack.quantity.needed'))
              .max(mostCopies, t('pack.quantity.needed')),
          }),
        )
        .min(1, t('pack.parts.needed')),
      boxMm: z.object({ x: side, y: side, z: side }),
      spacingMm: z
        .number({ error: t('pack.spacing.needed') })
        .min(0, t('pack.spacing.needed'))
        .max(50, t('pack.spacing.needed')),
      turning: shape.turning.unwrap(),
    })
    .transform(({ parts, boxMm: { x, y, z: height }, spacingMm, turning }) => {
      const boxMm: [number, number, number] = [x, y, height];
      const wanted = parts.map(({ fileId, quantity, units }) => ({ fileId, quantity, units }));
      const input: OperationInput<'PACK3D'> = { parts: wanted, boxMm, spacingMm, turning };
      return { parts, input };
    });
}

export const chosenOf = ({ id, name, revision }: Part): PartToPack => ({
  ...{ id, name, quantity: 1 },
  fileId: revision.fileDTO.id,
  // What preparation has made is in mm.
  units: revision.fileDTO.id === revision.originalFileDTO.id ? revision.units : ('MM' as const),
  picture: revision.pngFileDTO?.fileURL ?? null,
  sizeMm: revision.report.bbox.size,
  watertight: revision.report.watertight,
});

/** Of each part how many copies found room. */
export function placedOf({
  parts,
  details,
}: Pick<PackedBuild, 'parts' | 'details'>): { part: PackedPart; placed: number }[] {
  const left = new Map(details.unplaced.map(({ fileId, quantity }) => [fileId, quantity]));
  return parts.map((part) => ({ part, placed: part.quantity - (left.get(part.fileId) ?? 0) }));
}
