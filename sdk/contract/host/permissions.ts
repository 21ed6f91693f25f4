import * as z from 'zod';
import { defineCall } from '../call.ts';
import { memberRoleSchema, permissionSchema } from '../enums.ts';
import { member } from '../guard.ts';

/** A permission that a plugin adds to those of the specification. */
export const addedPermissionSchema = z.object({
  id: permissionSchema,
  /** Translation key of its title, `<plugin id>:<key>`. */
  label: z.string(),
  defaults: z.array(memberRoleSchema),
  grantable: z.array(memberRoleSchema),
});

/**
 * Their ids are `<plugin>/<NAME>`. `defaults` and `grantable` are the functions that have one from the start, and those
 * that may be given it (product 3.12).
 */
export const listAddedPermissions = defineCall({
  id: 'host.addedPermissions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/permissions',
  summary: 'Permissions that the mounted plugins add to those of the specification, with the roles that have them.',
  guard: member({ anyPermission: ['SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR'] }),
  response: z.array(addedPermissionSchema),
});
