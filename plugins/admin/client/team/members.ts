import * as z from 'zod';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import type { Sort } from '@sinter/sdk/ui';

/** What narrows the list; empty means everybody. The address holds it under the same names. */
export const teamFiltersSchema = z.object({
  q: z.string(),
  status: z.string(),
  role: z.string(),
  department: z.string(),
});
export type TeamFilters = z.infer<typeof teamFiltersSchema>;

/** Members and invitations have numbers of their own. */
export const keyOf = ({ id, status }: TeamMember): string => (status === 'INVITED' ? `invitation ${id}` : `${id}`);
export const nameOf = ({ firstName, lastName, email }: TeamMember): string =>
  `${firstName} ${lastName}`.trim() || email;

const sorters: Record<string, (member: TeamMember) => string> = {
  name: nameOf,
  email: ({ email }) => email,
  status: ({ status }) => status,
  lastSignIn: ({ lastSignIn }) => lastSignIn ?? '',
};

/** Those whom the filters leave, in order. */
export function narrowed(members: readonly TeamMember[], filters: TeamFilters, sort: Sort | null): TeamMember[] {
  const { q, status, role, department } = filters;
  const words = q.toLocaleLowerCase();
  const by = sorters[sort?.key ?? ''] ?? nameOf;
  const order = sort?.direction === 'desc' ? -1 : 1;
  return members
    .filter(
      (member) =>
        `${nameOf(member)} ${member.email} ${member.place.name}`.toLocaleLowerCase().includes(words) &&
        (status === '' || member.status === status) &&
        (role === '' || member.memberRoles.some((one) => one === role)) &&
        (department === '' || member.departments.some(({ id }) => String(id) === department)),
    )
    .sort((one, other) => order * by(one).localeCompare(by(other)));
}
