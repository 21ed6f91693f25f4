import { CallError } from '@sinter/sdk/contract/errors';
import { messageOf } from '@sinter/sdk/ui';

/** What is done with a member. */
export type Deed = 'save' | 'disable' | 'enable' | 'resend' | 'revoke' | 'resetFactors' | 'move' | 'department';

/** Where a refusal is shown. `''`: above everything. */
export type Place = 'memberRoles' | 'permissions' | 'authorities' | 'departments' | 'dashboard' | 'move' | '';
const places: Record<string, Place> = {
  memberRoles: 'memberRoles',
  granted: 'permissions',
  revoked: 'permissions',
  authorities: 'authorities',
  departmentIds: 'departments',
  dashboard: 'dashboard',
  facilityId: 'move',
};

export function problemsOf(error: unknown, deed: Deed): Partial<Record<Place, string>> {
  const message = messageOf(error);
  if (!(error instanceof CallError)) return { '': message };
  if (error.code === 'LAST_SUPER_ADMIN') return { [deed === 'save' ? 'memberRoles' : '']: message };
  const fields = Object.entries(error.fields).map(
    ([field, text]) => [places[field.split('.')[0] ?? ''] ?? '', text] as const,
  );
  if (fields.length > 0) return Object.fromEntries(fields);
  return { [deed === 'move' ? 'move' : deed === 'department' ? 'departments' : '']: message };
}
