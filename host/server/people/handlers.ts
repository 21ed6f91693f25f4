import type { Host } from '../host.ts';
import { handleDepartments } from './departments.ts';
import { handleInvitations } from './invitations.ts';
import { handlePolicy } from './policy.ts';
import { handleTeam } from './team.ts';

/** Who works in a facility or company, and what they may do. */
export function handlePeople(host: Host): void {
  handleTeam(host);
  handleInvitations(host);
  handleDepartments(host);
  handlePolicy(host);
}
