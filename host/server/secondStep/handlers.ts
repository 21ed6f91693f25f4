import type { Host } from '../host.ts';
import { handleEnrolment } from './enrolment.ts';
import { handleProofs } from './proofs.ts';

/** Second factors: setting them up, and proving them. */
export function handleFactors(host: Host): void {
  handleEnrolment(host);
  handleProofs(host);
}
