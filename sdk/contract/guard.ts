import * as z from 'zod';
import { accountTypeSchema, authoritySchema, memberRoleSchema, permissionSchema, roleSchema } from './enums.ts';

/**
 * Which callers may use a call or a page. Plain data: the server enforces it, the registry hides what it refuses, and
 * the generated tests walk it (specification 6).
 * - `public`: anyone, signed in or not.
 * - `session`: any user who is signed in with a browser session; with `verified`, only with a verified e-mail
 *   address.
 * - `member`: a signed-in user with a verified e-mail address who also meets every condition given.
 */
export const guardSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('public') }),
  z.object({ kind: z.literal('session'), verified: z.literal(true).optional() }),
  z.object({
    kind: z.literal('member'),
    /** The user's active role must be one of these. */
    roles: z.array(roleSchema).optional(),
    /** The account must be of one of these types. */
    accountTypes: z.array(accountTypeSchema).optional(),
    /** Every one of these permissions is needed. */
    permissions: z.array(permissionSchema).optional(),
    /** At least one of these permissions is needed. */
    anyPermission: z.array(permissionSchema).optional(),
    /** At least one of these functions is needed. */
    memberRoles: z.array(memberRoleSchema).optional(),
    /** A user whose functions are all in this list is refused. */
    notOnly: z.array(memberRoleSchema).optional(),
    /** The account authority that is needed besides the role. */
    authority: authoritySchema.optional(),
    /** An engineer must also have the store-front dashboard. */
    storeFront: z.boolean().optional(),
    /** Only users of the root facility (`rootSpId` empty). */
    rootFacility: z.boolean().optional(),
    /** Why membership alone is right, where nothing above tells one function from another. */
    reason: z.string().min(1).optional(),
  }),
]);
export type Guard = z.infer<typeof guardSchema>;
/** The conditions of a `member` guard. */
export type MemberConditions = Omit<Extract<Guard, { kind: 'member' }>, 'kind' | 'reason'>;
/** At least one of them. */
type SomeConditions = {
  [Name in keyof MemberConditions]-?: MemberConditions & Required<Pick<MemberConditions, Name>>;
}[keyof MemberConditions];

/** Signed in or not. */
export const anyone: Guard = { kind: 'public' };
/** Signed in with a browser session, verified or not: for the account screens. */
export const signedIn: Guard = { kind: 'session' };
/**
 * Signed in with a verified e-mail address. For what outlives a password: a stranger who registered with the address
 * of another person must leave nothing behind when that person sets a password of their own by mail.
 */
export const signedInVerified: Guard = { kind: 'session', verified: true };
/** A verified user meeting `conditions`. */
export const member = (conditions: SomeConditions): Guard => ({ kind: 'member', ...conditions });
/** Any verified user, a kiosk's account too; `reason`: the sentence that says why this opens nothing to the wrong people. */
export const anyMember = (reason: string): Guard => ({ kind: 'member', reason });
/** A user in the role of a service provider who holds every one of `permissions`. */
export const provider = (...permissions: NonNullable<MemberConditions['permissions']>): Guard =>
  member({ roles: ['ROLE_SERVICE_PROVIDER'], ...(permissions.length > 0 ? { permissions } : {}) });
/** A user in the role of an engineer. */
export const engineer: Guard = member({ roles: ['ROLE_ENGINEER'] });
/** Any user in the role of a service provider, a kiosk's account too; `reason` as for `anyMember`. */
export const anyProvider = (reason: string): Guard => ({ kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'], reason });
/**
 * Any member except the account of a kiosk, which moves lots and opens no files, parts or comments (product 3.12).
 */
export const notKiosk: Guard = member({ notOnly: ['LOT_USER'] });
/** A user in the role of a service provider who is not the account of a kiosk. */
export const providerNotKiosk: Guard = member({ roles: ['ROLE_SERVICE_PROVIDER'], notOnly: ['LOT_USER'] });

/** Whether a guard lets in everybody of a role without a reason that is written down. Changing calls may not. */
export const isMereMembership = (guard: Guard): boolean =>
  guard.kind === 'member' &&
  guard.reason === undefined &&
  guard.authority === undefined &&
  [guard.permissions, guard.anyPermission, guard.memberRoles, guard.notOnly].every((list) => !list?.length);

/** What a guard needs to know about a caller. The server makes it from the session, the browser from `getUser`. */
export const principalSchema = z.object({
  userId: z.number().int(),
  emailVerified: z.boolean(),
  /** The active role. Other roles of the user give no rights until the user switches to them (product 3.10). */
  role: roleSchema,
  accountType: accountTypeSchema,
  /** Functions in the active company or facility. They decide which rows a user sees; permissions decide what the user may do. */
  memberRoles: z.array(memberRoleSchema),
  permissions: z.array(permissionSchema),
  authorities: z.array(authoritySchema),
  storeFront: z.boolean(),
  /** Active facility of a service provider, `null` for an engineer. */
  facilityId: z.number().int().nullable(),
  rootFacility: z.boolean(),
  /** Buyer company of an engineer, `null` for a service provider. */
  companyId: z.number().int().nullable(),
  /** How the caller proved their identity. API keys may call what a `member` may, and nothing that needs a session. */
  via: z.enum(['session', 'userKey', 'accountKey']),
  /** The company requires a second factor and the user has none: all they can do is set one up. */
  secondFactorDue: z.boolean(),
  /** May read export-controlled content now. Only the server knows this; in a browser it is always `false` (product 3.11). */
  cleared: z.boolean(),
});
export type Principal = z.infer<typeof principalSchema>;

/** Why a guard refuses a caller. `missing`: the first condition that is not met. */
export type Refusal =
  | { code: 'UNAUTHENTICATED' }
  | { code: 'EMAIL_NOT_VERIFIED' }
  | { code: 'SECOND_FACTOR_REQUIRED' }
  | { code: 'FORBIDDEN'; missing: string };

/** The first reason why `principal` may not pass, or `null` when they may. Pure. */
export function refusal(guard: Guard, principal: Principal | null): Refusal | null {
  if (guard.kind === 'public') return null;
  if (!principal) return { code: 'UNAUTHENTICATED' };
  if (guard.kind === 'session') {
    if (principal.via !== 'session') return { code: 'FORBIDDEN', missing: 'a browser session' };
    return guard.verified && !principal.emailVerified ? { code: 'EMAIL_NOT_VERIFIED' } : null;
  }
  if (!principal.emailVerified) return { code: 'EMAIL_NOT_VERIFIED' };
  if (principal.secondFactorDue) return { code: 'SECOND_FACTOR_REQUIRED' };
  const missing = missingCondition(guard, principal);
  return missing ? { code: 'FORBIDDEN', missing } : null;
}

function missingCondition(guard: MemberConditions, principal: Principal): string | null {
  if (guard.roles && !guard.roles.includes(principal.role)) return guard.roles.join(' or ');
  if (guard.accountTypes && !guard.accountTypes.includes(principal.accountType)) return guard.accountTypes.join(' or ');
  if (guard.memberRoles && !guard.memberRoles.some((role) => principal.memberRoles.includes(role))) {
    return guard.memberRoles.join(' or ');
  }
  const { notOnly } = guard;
  if (notOnly && principal.memberRoles.every((role) => notOnly.includes(role))) {
    return `a function beside ${notOnly.join(' and ')}`;
  }
  if (guard.authority && !principal.authorities.includes(guard.authority)) return guard.authority;
  if (guard.storeFront && principal.role === 'ROLE_ENGINEER' && !principal.storeFront)
    return 'the store-front dashboard';
  if (guard.rootFacility && !principal.rootFacility) return 'the root facility';
  const lacking = guard.permissions?.find((permission) => !principal.permissions.includes(permission));
  if (lacking) return lacking;
  if (guard.anyPermission && !guard.anyPermission.some((permission) => principal.permissions.includes(permission))) {
    return guard.anyPermission.join(' or ');
  }
  return null;
}
