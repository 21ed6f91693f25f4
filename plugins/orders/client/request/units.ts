import type { MeshReport } from '@sinter/sdk/contract/preparation/mesh';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';

const millimetres: Record<LengthUnit, number> = { MM: 1, CM: 10, IN: 25.4 };

export interface UnitHint {
  size: 'small' | 'large' | 'usual';
  /** What it was more likely drawn in, and its size then. */
  suggested: { units: LengthUnit; factor: number; size: [number, number, number] } | null;
}

/** Does the size look as if another unit was meant? Known from the report's warnings. */
export function unitHint({ warnings, bbox }: MeshReport, units: LengthUnit | null): UnitHint | null {
  if (units === null) return null;
  const has = (code: string) => warnings.some((warning) => warning.code === code);
  const size = has('UNIT_SMALL') ? 'small' : has('UNIT_LARGE') ? 'large' : 'usual';
  // A small part that may well be meant in millimetres.
  if (size === 'usual' && !(has('UNIT_INCHES') && units === 'MM')) return null;
  const other: LengthUnit = size === 'large' ? 'MM' : 'IN';
  if (other === units) return { size, suggested: null };
  const factor = millimetres[other] / millimetres[units];
  const [x, y, z] = bbox.size;
  return { size, suggested: { units: other, factor, size: [x * factor, y * factor, z * factor] } };
}
