import * as z from 'zod';
import { accountTypeSchema, authoritySchema, memberRoleSchema, permissionSchema, roleSchema } from './enums.ts';

/**
 * Who may use a call or a page. Plain data: the server enforces it, the registry hides what it refuses,
 * and the generated tests walk it (specification, section 6).
 *
 * - `public`: anyone, signed in or not.
 * - `session`: any signed-in user (the account screens), verified or not unless `verified` asks for it.
 * - `member`: a signed-in user with a verified e-mail who also satisfies every condition given.
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
    /** Who has no function but these is refused. */
    notOnly: z.array(memberRoleSchema).optional(),
    /** The account authority needed beside the role. */
    authority: authoritySchema.optional(),
    /** An engineer must also have the store-front dashboard. */
    storeFront: z.boolean().optional(),
    /** Only users of the root facility (`rootSpId` empty). */
    rootFacility: z.boolean().optional(),
  }),
]);
export type Guard = z.infer<typeof guardSchema>;
export type MemberConditions = Omit<Extract<Guard, { kind: 'member' }>, 'kind'>;

export const anyone: Guard = { kind: 'public' };
export const signedIn: Guard = { kind: 'session' };
/**
 * Signed in with a verified e-mail address. For what outlasts a password: somebody who registered with an address of
 * another person must leave nothing of it behind when that person sets a password of their own by mail.
 */
export const signedInVerified: Guard = { kind: 'session', verified: true };
/** A verified user meeting `conditions`; with none, any verified user. */
export const member = (conditions: MemberConditions = {}): Guard => ({ kind: 'member', ...conditions });
export const provider = (...permissions: NonNullable<MemberConditions['permissions']>): Guard =>
  member({ roles: ['ROLE_SERVICE_PROVIDER'], ...(permissions.length > 0 ? { permissions } : {}) });
export const engineer: Guard = member({ roles: ['ROLE_ENGINEER'] });
/** Anybody but a kiosk's account, which moves lots and opens no files, parts or comments. */
export const notKiosk: Guard = member({ notOnly: ['LOT_USER'] });

/** What a guard needs to know about somebody. Made from the session on the server, from `getUser` in the browser. */
export const principalSchema = z.object({
  userId: z.number().int(),
  emailVerified: z.boolean(),
  /** The active role; the others a user holds give nothing until they switch. */
  role: roleSchema,
  accountType: accountTypeSchema,
  /** Functions in the active company or facility: they decide which rows somebody sees, permissions what they may do. */
  memberRoles: z.array(memberRoleSchema),
  permissions: z.array(permissionSchema),
  authorities: z.array(authoritySchema),
  storeFront: z.boolean(),
  /** Active facility of a service provider, `null` for an engineer. */
  facilityId: z.number().int().nullable(),
  rootFacility: z.boolean(),
  /** Buyer company of an engineer, `null` for a service provider. */
  companyId: z.number().int().nullable(),
  /** How the caller proved who it is. Keys may call what a `member` may, but nothing about the session itself. */
  via: z.enum(['session', 'userKey', 'accountKey']),
  /** The company asks for a second factor and none is set up: nothing but setting one up is allowed. */
  secondFactorDue: z.boolean(),
  /** May read export-controlled content here and now. The server alone knows: a browser says `false`. */
  cleared: z.boolean(),
});
export type Principal = z.infer<typeof principalSchema>;

export type Refusal =
  | { code: 'UNAUTHENTICATED' }
  | { code: 'EMAIL_NOT_VERIFIED' }
  | { code: 'SECOND_FACTOR_REQUIRED' }
  | { code: 'FORBIDDEN'; missing: string };

/** `null` when `principal` may pass, else the first reason why not. Pure. */
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
