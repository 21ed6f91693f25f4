import { platformPermissionSchema } from '@sinter/sdk/contract/enums';
import { describe, expect, it } from 'vitest';
import { RightsDraft } from './RightsDraft.ts';
import { mayGiveRole, permissionGroups } from './rights.ts';
import type { Caller } from './rights.ts';
import { manager, superAdmin } from './testing.ts';

const rowOf = (draft: RightsDraft, permission: string) => draft.rows.find((row) => row.permission === permission);

describe('rights while they are chosen', () => {
  it('shows what the roles give, and marks how somebody differs', () => {
    const draft = new RightsDraft(superAdmin, {
      memberRoles: ['SP_APPLICATION_ENGINEER'],
      granted: ['ANALYTICS_ACCESS'],
      revoked: ['WORKCENTER_OPERATION_ACCESS'],
    });
    expect(rowOf(draft, 'ANALYTICS_ACCESS')).toMatchObject({ held: true, mark: 'granted', blocked: null });
    expect(rowOf(draft, 'WORKCENTER_OPERATION_ACCESS')).toMatchObject({ held: false, mark: 'revoked', byRole: true });
    expect(rowOf(draft, 'DIGITAL_CATALOG_EDITOR')).toMatchObject({ held: true, mark: null, byRole: true });
    expect(rowOf(draft, 'SP_TEAM_EDITOR')).toMatchObject({ held: false, blocked: 'never' });
    expect(draft.changed).toBe(false);
  });

  it('sends only the exceptions that the roles leave room for, and keeps the others for when a role comes back', () => {
    const draft = new RightsDraft(superAdmin);
    draft.toggleRole('SP_APPLICATION_ENGINEER');
    draft.setPermission('ANALYTICS_ACCESS', true);
    draft.setPermission('QUALITY_MANAGEMENT_ACCESS', false);
    draft.toggleRole('SP_APPLICATION_ENGINEER');
    draft.toggleRole('SP_LEGAL');
    expect(draft.rights).toEqual({ memberRoles: ['SP_LEGAL'], granted: [], revoked: [] });
    draft.toggleRole('SP_LEGAL');
    draft.toggleRole('SP_APPLICATION_ENGINEER');
    expect(draft.rights).toEqual({
      memberRoles: ['SP_APPLICATION_ENGINEER'],
      granted: ['ANALYTICS_ACCESS'],
      revoked: ['QUALITY_MANAGEMENT_ACCESS'],
    });
    draft.setPermission('QUALITY_MANAGEMENT_ACCESS', true);
    expect(draft.revoked).toEqual([]);
  });

  it('lets nobody give what they lack, and take back only what was there', () => {
    const draft = new RightsDraft(manager, {
      memberRoles: ['SP_LEGAL'],
      granted: ['EMAIL_TEMPLATE_CONFIG_EDITOR'],
      revoked: [],
    });
    expect(rowOf(draft, 'QUALITY_MANAGEMENT_ACCESS')?.blocked).toBeNull();
    draft.setPermission('EMAIL_TEMPLATE_CONFIG_EDITOR', false);
    expect(rowOf(draft, 'EMAIL_TEMPLATE_CONFIG_EDITOR')).toMatchObject({ held: false, blocked: null });
    const fresh = new RightsDraft(manager, { memberRoles: ['SP_LEGAL'], granted: [], revoked: [] });
    expect(rowOf(fresh, 'EMAIL_TEMPLATE_CONFIG_EDITOR')).toMatchObject({ held: false, blocked: 'lacking' });
  });

  it('offers the roles that the caller may give', () => {
    const may = (caller: Caller) =>
      (['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER', 'ITAR_ADMIN', 'LOT_USER'] as const).filter((role) =>
        mayGiveRole(caller, role),
      );
    expect(may(superAdmin)).toEqual(['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER', 'ITAR_ADMIN', 'LOT_USER']);
    expect(may(manager)).toEqual(['SP_MANAGER', 'LOT_USER']);
  });

  it('groups every permission once', () => {
    expect(Object.values(permissionGroups).flat().sort()).toEqual([...platformPermissionSchema.options].sort());
  });
});
