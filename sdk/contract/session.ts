import * as z from 'zod';
import { accountTypeSchema, authoritySchema, memberRoleSchema, permissionSchema, roleSchema } from './enums.ts';

/** Service provider as the session knows it (specification, section 3). `rootSpId` empty means the root facility. */
export const sessionFacilitySchema = z.object({
  id: z.number().int(),
  companyName: z.string(),
  permissions: z.array(permissionSchema),
  rootSpId: z.number().int().nullable(),
  workplanEnabled: z.boolean(),
  timeZone: z.string(),
  /** ISO 4217; prices of the facility are in it. */
  currency: z.string(),
});

export const sessionEngineerSchema = z.object({
  /** Buyer company. */
  id: z.number().int(),
  companyName: z.string(),
  permissions: z.array(permissionSchema),
  b2cDashboard: z.boolean(),
});

/** The signed-in user, as `GET /api/v1/users/getUser` answers it. `emailVerfied` is the specification's spelling. */
export const sessionUserSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.object({ roleName: roleSchema })),
  /** Functions held in the active company or facility. */
  memberRoles: z.array(memberRoleSchema),
  authorities: z.array(authoritySchema),
  /** The active role. */
  defaultRole: roleSchema,
  accountType: accountTypeSchema,
  dashboard: z.string(),
  emailVerfied: z.boolean(),
  dateFormat: z.string(),
  language: z.string(),
  switchAccountEnabled: z.boolean(),
  /** The company asks for a second factor and this user has none yet. */
  secondFactorDue: z.boolean(),
  /** Present when the active role is service provider. */
  serviceProvider: sessionFacilitySchema.nullable(),
  /** Present when the active role is engineer. */
  engineer: sessionEngineerSchema.nullable(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** `expires_in` in seconds. */
export const sessionTokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
export type SessionToken = z.infer<typeof sessionTokenSchema>;
