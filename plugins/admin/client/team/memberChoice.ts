import { authoritySchema, dashboardSchema, memberRoleSchema, permissionSchema } from '@sinter/sdk/contract/enums';
import * as z from 'zod';
import { sameItems } from './RightsDraft.ts';

/** What is chosen for somebody and not saved yet. */
export const chosenSchema = z.object({
  memberRoles: z.array(memberRoleSchema),
  granted: z.array(permissionSchema),
  revoked: z.array(permissionSchema),
  authorities: z.array(authoritySchema),
  departmentIds: z.array(z.number()),
  dashboard: dashboardSchema.nullable(),
});
export type Chosen = z.infer<typeof chosenSchema>;

/** One thing that saving changes, for a plain sentence: `items` are names to be translated, or already words. */
export interface Change {
  kind: 'roles' | 'permissions' | 'authorities' | 'departments' | 'dashboard';
  way: 'added' | 'removed';
  items: readonly string[];
}

export function difference(kind: Change['kind'], before: readonly string[], after: readonly string[]): Change[] {
  if (sameItems(before, after)) return [];
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return [
    ...(added.length > 0 ? [{ kind, way: 'added' as const, items: added }] : []),
    ...(removed.length > 0 ? [{ kind, way: 'removed' as const, items: removed }] : []),
  ];
}
