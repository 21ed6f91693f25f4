import * as z from 'zod';
import { defineCall } from '../call.ts';
import { memberRoleSchema, permissionSchema, roleSchema } from '../enums.ts';
import { anyone, anyProvider, member, signedIn } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { sessionUserSchema } from './session.ts';

/** Registration, passwords, API keys, profiles and switching (specification 7.1 and section 6). */

const done = z.object({ success: z.literal('true') });
/** One address, no display name, no line breaks. */
export const emailSchema = z
  .email({ error: ({ input }) => (input === '' ? 'Please enter email' : 'Please enter a valid email') })
  .max(254);
/** The server also refuses common and guessable ones (field `password` of INVALID_INPUT). */
export const newPasswordSchema = z.string().min(10, 'At least 10 characters').max(1000);
export const personNameSchema = lineSchema(100).min(1);
const password = newPasswordSchema;
const personName = personNameSchema;
const email = emailSchema;
/** From a mailed link. */
const secret = z.string().min(20).max(200);

/**
 * The link works for 60 minutes. Nothing is mailed to an address without an account, to a disabled account, or to
 * somebody who has no password because they sign in through single sign-on. Refused with RATE_LIMITED after five mails
 * an hour to one address (specification 7.1).
 */
export const forgotPassword = defineCall({
  id: 'host.forgotPassword',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/forgotPassword',
  summary: 'Mails a link that sets a new password. Answers the same whether or not the address is known.',
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({ email }),
  response: done,
});

/**
 * Every session of the user ends, and other reset links stop working. Refused with LINK_EXPIRED when the link is older
 * than 60 minutes, was used already or the account is disabled; with INVALID_INPUT (`password`) when the password is
 * easy to guess. A link takes at most 20 tries (specification 7.1).
 */
export const resetPassword = defineCall({
  id: 'host.resetPassword',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/reset-password/{token}',
  summary: 'Sets a new password with the token of a mailed link, and ends every session of the user.',
  guard: anyone,
  ratePerMinute: 10,
  params: z.object({ token: secret }),
  body: z.object({ password }),
  response: done,
});

/**
 * `language` as `en_US`. The account is a buyer company of its own with the user as its super admin. The link that
 * verifies the address works for three days. Refused with INVALID_INPUT (`password`) when the password is easy to
 * guess; with RATE_LIMITED after five mails an hour to one address (specification 7.1).
 */
export const register = defineCall({
  id: 'host.register',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/register',
  summary:
    "Opens an engineer's account and mails a link that verifies the address. Answers the same for a known address.",
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({
    firstName: personName,
    lastName: personName,
    email,
    password,
    companyName: lineSchema(200).min(1),
    language: z
      .string()
      .regex(/^[a-z]{2}_[A-Z]{2}$/)
      .optional(),
  }),
  response: done,
});

/**
 * Somebody who has an account must be signed in to it: names and password of the body are then ignored. Refused with
 * LINK_EXPIRED when the invitation is used, revoked or older than seven days, the facility is closed, or the person who
 * sent it has lost access; with CONFLICT when the address has an account that is not signed in here, or belongs to the
 * team already; with INVALID_INPUT (`password`) when the password is easy to guess (specification 7.1; product 2,
 * Team).
 */
export const registerWithoutVerification = defineCall({
  id: 'host.registerWithoutVerification',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/register-without-verification',
  summary: 'Opens the account of somebody invited; the token of the mailed invitation proves the address.',
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({ token: secret, firstName: personName, lastName: personName, password }),
  response: done,
});

/**
 * Also makes a pending new address the one in use. Refused with LINK_EXPIRED when the link is older than three days,
 * was used or replaced by a newer one, or another account has the address by now (specification 7.1).
 */
export const verifyEmail = defineCall({
  id: 'host.verifyEmail',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/verify-email/{hash}',
  summary: 'Marks the e-mail address as verified.',
  guard: anyone,
  changesState: true,
  ratePerMinute: 20,
  params: z.object({ hash: secret }),
  response: done,
});

/**
 * Mails nothing when every address is verified. The link before it stops working. Refused with RATE_LIMITED after five
 * mails an hour to one address (specification 7.1).
 */
export const resendEmailVerification = defineCall({
  id: 'host.resendEmailVerification',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/resendEmailVerification',
  summary: 'Mails the verification link again.',
  guard: signedIn,
  changesState: true,
  ratePerMinute: 3,
  response: done,
});

const apiKeyFactsSchema = z.object({
  /** ISO times. */
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Where it was last used from. */
  lastAddress: z.string().nullable(),
  /** The key before it still works until then. */
  previousUntil: z.string().nullable(),
});

/** `WRITE` includes reading. */
export const membershipAccessSchema = z.enum(['NONE', 'READ', 'WRITE']);
export type MembershipAccess = z.infer<typeof membershipAccessSchema>;

/** What an account key may do (product 3.9). */
const apiKeyScopesSchema = z.object({
  /** Orders, parts, messages and all else that members may do without a permission. */
  membership: membershipAccessSchema,
  permissions: z.array(permissionSchema),
});

/**
 * API keys. `key` acts for the account (facility or company) and is `null` for those who may not see it; `userKey` acts
 * as the user. Both are masked (`amk_u_••••1a2b`) unless identity was proved within five minutes.
 */
export const apiKeysSchema = z.object({
  key: z.string().nullable(),
  userKey: z.string().nullable(),
  masked: z.boolean(),
  /** May the caller hold an account key at all? */
  mayHoldAccountKey: z.boolean(),
  keyFacts: apiKeyFactsSchema.nullable(),
  userKeyFacts: apiKeyFactsSchema.nullable(),
  /** Of the account key. */
  scopes: apiKeyScopesSchema.nullable(),
  /** Permissions that the caller may give to an account key; `label`: translation key of its title. */
  grantable: z.array(z.object({ permission: permissionSchema, label: z.string() })),
});

const keyHolder = member({ accountTypes: ['SERVICE_PROVIDER', 'ENGINEER'], notOnly: ['LOT_USER'] });

/**
 * An account key that may do more than the caller stays masked. Refused with FORBIDDEN when the caller itself uses a
 * key (specification 7.1; product 3.9).
 */
export const readKeys = defineCall({
  id: 'host.keys',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/keys',
  summary: 'API keys of the account and of the user; masked until identity is proved again.',
  guard: keyHolder,
  response: apiKeysSchema,
});

/**
 * `overlapHours`: hours, 0 ends the old keys at once. BOTH resets only the user key for those who may not hold an
 * account key. `membership` and `permissions` (with commas between them) narrow what the account key may do; without them it
 * is what the key before could do, for the first one everything that the caller may give. The answer shows the new keys
 * in full. Refused with FORBIDDEN when the caller itself uses a key, asks for ACCOUNT without being an administrator, or
 * gives a permission that is not theirs (specification 7.1; product 3.9).
 */
export const resetKeys = defineCall({
  id: 'host.resetKeys',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/reset-keys',
  summary: 'Makes new API keys; the old ones stay valid for `overlapHours`.',
  guard: keyHolder,
  changesState: true,
  reauthenticate: true,
  ratePerMinute: 20,
  query: z.object({
    which: z.enum(['ACCOUNT', 'USER', 'BOTH']).default('BOTH'),
    overlapHours: z.coerce.number().int().min(0).max(24).default(0),
    membership: membershipAccessSchema.optional(),
    permissions: z
      .string()
      .max(8000)
      .meta({ examples: ['ANALYTICS_ACCESS,MATERIAL_MANAGEMENT_EDITOR'] })
      .transform((list) => list.split(',').filter((one) => one !== ''))
      .pipe(z.array(permissionSchema))
      .optional(),
  }),
  response: apiKeysSchema,
});

/**
 * The session gets a new secret and its bearer tokens end. Refused with FORBIDDEN when the user does not have the role,
 * or sends a bearer token in place of a browser's session (specification 6; product 3.10).
 */
export const switchRole = defineCall({
  id: 'host.switchRole',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/switch-role/{role}',
  summary: 'Makes another role that the user holds the active one; only its rights count from then on.',
  guard: member({ permissions: ['SWITCH_DASHBOARD'] }),
  params: z.object({ role: roleSchema }),
  renewsSession: true,
  response: sessionUserSchema,
});

/**
 * The session gets a new secret and its bearer tokens end. Open are facilities where the user is a member and, to a
 * super admin of the root facility, all of its tree. Refused with NOT_FOUND for any other and for one that is closed;
 * with FORBIDDEN when the caller sends a bearer token in place of a browser's session (specification 6; product 3.10).
 */
export const switchFacility = defineCall({
  id: 'host.switchFacility',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/switch-facility/{id}',
  summary: 'Moves the user to another facility of the tree and renews the session.',
  guard: anyProvider(
    'The server lets everybody go to facilities of their own memberships, and overseers to those of the tree.',
  ),
  params: z.object({ id: z.coerce.number().int().positive() }),
  renewsSession: true,
  response: sessionUserSchema,
});

/** What a person may change about themselves. */
export const userProfileSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A new address that has not been verified yet; the old one stays in use until then. */
  pendingEmail: z.string().nullable(),
  phone: z.string(),
  /** moment's tokens: `MMM DD, YYYY`. */
  dateFormat: z.string(),
  language: z.string(),
  /** Signs in with a password (and not through single sign-on alone). */
  hasPassword: z.boolean(),
  /** Personal API keys that work. */
  apiKeys: z.number().int(),
  memberRoles: z.array(memberRoleSchema),
});

/** Also for users whose address is not verified (specification 7.1). */
export const readUserProfile = defineCall({
  id: 'host.userProfile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/profile',
  summary: "The signed-in user's own details.",
  guard: signedIn,
  response: userProfileSchema,
});

/**
 * A new address becomes `pendingEmail` until its link is opened. When it belongs to another account, only the owner of
 * that account is told. Refused with REAUTHENTICATE when the address is new and the proof of identity is older than
 * five minutes; with RATE_LIMITED after five mails an hour to one address (specification 7.1).
 */
export const updateUserProfile = defineCall({
  id: 'host.updateUserProfile',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/users/profile',
  summary: "Changes the signed-in user's own details. A new e-mail address has to be verified before it counts.",
  guard: signedIn,
  body: z.object({
    firstName: personNameSchema,
    lastName: personNameSchema,
    email: emailSchema,
    phone: lineSchema(40),
    dateFormat: z.string().min(1).max(40),
    language: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
  }),
  response: userProfileSchema,
});

/**
 * Reset links and sign-ins in progress end too, and the user gets a mail. Refused with INVALID_INPUT (`password`) when
 * the password is easy to guess; with FORBIDDEN when the user has no password because they sign in through single
 * sign-on, or sends a bearer token in place of a browser's session.
 */
export const changePassword = defineCall({
  id: 'host.changePassword',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/change-password',
  summary:
    'Sets a new password and ends every other session of the user, and their API keys unless they are to be kept.',
  guard: signedIn,
  reauthenticate: true,
  renewsSession: true,
  ratePerMinute: 10,
  body: z.object({ password: newPasswordSchema, keepKeys: z.boolean().optional() }),
  response: done,
});
