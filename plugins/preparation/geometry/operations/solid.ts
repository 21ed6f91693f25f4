import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import type { Mesh } from '../mesh.ts';
import { verify, type GeometryReport } from '../verify.ts';

/**
 * The report on a part that bounds a volume: closed, facing outward, no facet twice. Throws NEEDS_REPAIR for any
 * other part, with the sentence `refusal`.
 */
export function requireSolid(
  mesh: Mesh,
  refusal: 'needsSolidToCut' | 'needsSolidToHollow' | 'needsSolidToSupport',
): GeometryReport {
  const report = verify(mesh);
  if (!report.watertight || report.defects.duplicate > 0 || isInsideOut(report)) {
    throw new GeometryError('NEEDS_REPAIR', say(refusal));
  }
  return report;
}

/** Whether at least one closed part of the surface faces inward. */
export function isInsideOut({ warnings }: GeometryReport): boolean {
  return warnings.some(({ code }) => code === 'INVERTED_SHELLS');
}
