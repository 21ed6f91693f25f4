import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, signedIn } from '../guard.ts';
import { accountTypeSchema, authoritySchema, memberRoleSchema, permissionSchema, roleSchema } from '../enums.ts';

/** Who is signed in, signing in and out (specification 7.1 and 3). */

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

/** Buyer company as the session knows it (specification 3). `b2cDashboard`: the user has the lighter dashboard. */
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

/**
 * Ends the session that the browser had. Refused with BAD_CREDENTIALS when address or password is wrong, or the account
 * is disabled or belongs nowhere; with SECOND_FACTOR_NEEDED (`ticket`, `methods`) when the user has a second factor:
 * `secondFactor` finishes it; with RATE_LIMITED after ten wrong passwords a minute or 30 an hour for one account from
 * one network, 20 a minute or 120 an hour from one network, 100 an hour for one account, and sooner while many networks
 * attack; a browser in which the account's owner has signed in before has ten a minute and 60 an hour of its own, whatever
 * others do (specification 4.1, 7.1).
 */
export const customLogin = defineCall({
  id: 'host.customLogin',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/customLogin',
  summary: 'Signs in with e-mail address and password, and starts a session.',
  guard: anyone,
  // People behind one address may come to work at once; wrong passwords are limited more narrowly by the server.
  ratePerMinute: 120,
  body: z.object({ email: z.string().min(1).max(254), password: z.string().min(1).max(1000) }),
  response: sessionUserSchema,
});

/** The rights are those of the active role and facility only (specification 4.1, 7.1; product 3.10). */
export const getUser = defineCall({
  id: 'host.getUser',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/getUser',
  summary: 'The signed-in user.',
  guard: signedIn,
  response: sessionUserSchema,
});

/** Its bearer tokens end too (specification 7.1). */
export const logout = defineCall({
  id: 'host.logout',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/logout',
  summary: 'Ends the session.',
  guard: signedIn,
  changesState: true,
  response: z.object({ success: z.literal('true') }),
});

/**
 * A token lives for 60 minutes and never longer than its session; of those issued before, the newest four go on
 * working. Refused with UNAUTHENTICATED when the session has just ended (specification 4.1, 7.1).
 */
export const fetchToken = defineCall({
  id: 'host.fetchToken',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/oauth2/token',
  summary: 'Renews the session and answers its token; `expires_in` is in seconds.',
  guard: signedIn,
  response: sessionTokenSchema,
});

/**
 * The connection of the host name that the page was opened under. `customLogin` of `true` hides the password form
 * (specification 7.1, 8).
 */
export const loginSsoConfig = defineCall({
  id: 'host.loginSsoConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/login-sso-config',
  summary: 'Single sign-on button of the sign-in page; `null` when none is configured.',
  guard: anyone,
  response: z
    .object({
      authType: z.string(),
      buttonText: z.string(),
      headline1: z.string(),
      headline2: z.string(),
      customLogin: z.enum(['true', 'false']),
    })
    .nullable(),
});
