import type { Parts } from './parts.ts';
import { handleEnrolment } from './enrolment.ts';
import { handleProofs } from './proofs.ts';

/** Second factors: setting them up, and proving them. */
export function handleFactors(host: Parts): void {
  handleEnrolment(host);
  handleProofs(host);
}
