import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, member, signedIn, signedInVerified } from '../guard.ts';
import type { MemberRole } from '../enums.ts';
import { sessionUserSchema } from './session.ts';

/** Second factors, proofs of identity, running sessions, and what a company asks of its people. */

const done = z.object({ success: z.literal('true') });
const code = z.string().trim().min(6).max(40);
/** WebAuthn's own JSON form (`PublicKeyCredential.toJSON`); checked by the library that verifies it. */
const credential = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') });
const ticket = z.string().min(20).max(200);

/** Ways to prove a second factor. */
export const factorMethodSchema = z.enum(['TOTP', 'PASSKEY', 'RECOVERY_CODE']);
export type FactorMethod = z.infer<typeof factorMethodSchema>;

/** What `navigator.credentials` wants, JSON form, with the ticket that the answer has to come back with. */
const passkeyQuestionSchema = z.object({ ticket: z.string(), options: z.looseObject({ challenge: z.string() }) });

/**
 * The question may be answered for five minutes. Refused with FORBIDDEN where the page's address cannot use passkeys;
 * with LINK_EXPIRED when the sign-in of `ticket` is over.
 */
export const askPasskey = defineCall({
  id: 'host.askPasskey',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/passkey-question',
  summary:
    'A question for a passkey: with the ticket of a sign-in for the second step, without one to sign in by the passkey alone.',
  guard: anyone,
  ratePerMinute: 20,
  body: z.object({ ticket: ticket.optional() }),
  response: passkeyQuestionSchema,
});

/**
 * A sign-in may be finished for ten minutes. A recovery code works once. Refused with BAD_CREDENTIALS when the code or
 * passkey is wrong; with RATE_LIMITED after five wrong codes a minute or 20 an hour for one account; with FORBIDDEN
 * where the page's address cannot use passkeys.
 */
export const secondFactor = defineCall({
  id: 'host.secondFactor',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/second-factor',
  summary:
    'Finishes a sign-in with a code, a recovery code or a passkey. Five wrong codes end the ticket; an ended one answers LINK_EXPIRED.',
  guard: anyone,
  ratePerMinute: 20,
  body: z.union([
    z.object({ ticket, method: z.enum(['TOTP', 'RECOVERY_CODE']), code }),
    z.object({ ticket, method: z.literal('PASSKEY'), credential }),
  ]),
  response: sessionUserSchema,
});

/**
 * The session gets a new secret. Refused with INVALID_INPUT (`password`, `code` or `credential`) when the proof is
 * wrong; with RATE_LIMITED after too many wrong ones, as `customLogin` and `secondFactor`; with LINK_EXPIRED when the
 * passkey's question is over; with FORBIDDEN where the page's address cannot use passkeys, or when the caller sends a
 * bearer token in place of a browser's session.
 */
export const reauthenticate = defineCall({
  id: 'host.reauthenticate',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/reauthenticate',
  summary:
    'Proves again who sits there: by password, or by a code or passkey where one is set up. Holds for five minutes.',
  guard: signedIn,
  ratePerMinute: 10,
  body: z.union([
    z.object({ method: z.literal('PASSWORD'), password: z.string().min(1).max(1000) }),
    z.object({ method: z.literal('TOTP'), code }),
    z.object({ method: z.literal('PASSKEY'), ticket, credential }),
  ]),
  renewsSession: true,
  response: done,
});

/** The second factors of a user. Times are ISO. */
export const secondFactorsSchema = z.object({
  /** What is asked of this user. */
  policy: z.enum(['OFF', 'OFFERED', 'REQUIRED']),
  hasPassword: z.boolean(),
  /** When the authenticator app was set up, ISO; `null` for none. */
  totpSince: z.string().nullable(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() }),
  ),
  recoveryCodesLeft: z.number().int(),
  /** `false` where the page's address cannot hold passkeys (a bare IP address, plain http elsewhere than localhost). */
  passkeysPossible: z.boolean(),
});

/** Recovery codes are answered once, when the first factor is set up; `null` afterwards. */
const enrolledSchema = secondFactorsSchema.extend({ recoveryCodes: z.array(z.string()).nullable() });

/** Times are ISO. `policy` is what the enterprise or buyer company asks for. */
export const readSecondFactors = defineCall({
  id: 'host.secondFactors',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/second-factors',
  summary: 'The second factors of the signed-in user and what the company asks for.',
  guard: signedIn,
  response: secondFactorsSchema,
});

/**
 * `secret` is base32. It waits 15 minutes for `confirmTotp` and ends one that waited before; the app in use goes on
 * working.
 */
export const startTotp = defineCall({
  id: 'host.startTotp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/second-factors/totp',
  summary: 'A new secret for an authenticator app; it counts once `confirmTotp` has proved that the app has it.',
  guard: signedInVerified,
  reauthenticate: true,
  response: z.object({
    secret: z.string(),
    /** `otpauth://totp/...` */
    address: z.string(),
    /** The address as a QR code: a `data:image/svg+xml` address. */
    picture: z.string(),
  }),
});

/**
 * Replaces the app in use. Refused with INVALID_INPUT (`code`) when the code is wrong, or the secret of `startTotp` is
 * over: after 15 minutes or 20 codes.
 */
export const confirmTotp = defineCall({
  id: 'host.confirmTotp',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/users/second-factors/totp',
  summary: 'Sets up the authenticator app by a code that it shows.',
  guard: signedInVerified,
  ratePerMinute: 10,
  body: z.object({ code }),
  response: enrolledSchema,
});

/** Recovery codes go with the last factor. Refused with NOT_FOUND when no app is set up. */
export const removeTotp = defineCall({
  id: 'host.removeTotp',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/users/second-factors/totp',
  summary: 'Removes the authenticator app. FORBIDDEN for the last factor where the company requires one.',
  guard: signedIn,
  reauthenticate: true,
  response: secondFactorsSchema,
});

/**
 * The question may be answered for five minutes. Refused with FORBIDDEN where the page's address cannot use passkeys.
 */
export const startPasskey = defineCall({
  id: 'host.startPasskey',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/second-factors/passkey-question',
  summary: 'What the browser needs to make a passkey for this user.',
  guard: signedInVerified,
  reauthenticate: true,
  response: passkeyQuestionSchema,
});

/**
 * Refused with LINK_EXPIRED when the question of `startPasskey` is over or was another user's; with INVALID_INPUT
 * (`credential`) when the passkey does not answer it; with CONFLICT when the passkey is in use already; with FORBIDDEN
 * when the user has 20, or where the page's address cannot use passkeys.
 */
export const addPasskey = defineCall({
  id: 'host.addPasskey',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/second-factors/passkeys',
  summary: 'Keeps a passkey that the browser has made.',
  guard: signedInVerified,
  body: z.object({ ticket, name: z.string().trim().min(1).max(60), credential }),
  response: enrolledSchema,
});

/** Recovery codes go with the last factor. Refused with NOT_FOUND when the user has no such passkey. */
export const removePasskey = defineCall({
  id: 'host.removePasskey',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/users/second-factors/passkeys/{id}',
  summary: 'Removes a passkey. FORBIDDEN for the last factor where the company requires one.',
  guard: signedIn,
  reauthenticate: true,
  params: z.object({ id: z.string().max(2000) }),
  response: secondFactorsSchema,
});

/** Refused with FORBIDDEN when no second factor is set up. */
export const renewRecoveryCodes = defineCall({
  id: 'host.renewRecoveryCodes',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/second-factors/recovery-codes',
  summary: 'Ten new recovery codes; the old ones no longer work.',
  guard: signedIn,
  reauthenticate: true,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** A session of the user in a browser. Times are ISO. */
export const runningSessionSchema = z.object({
  /** Names it here; not the secret. */
  id: z.string(),
  current: z.boolean(),
  /** As the browser described itself: `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
});

/** Bearer tokens are not listed: each ends with its session. */
export const listSessions = defineCall({
  id: 'host.sessions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/sessions',
  summary: "The user's running sessions, the present one first.",
  guard: signedIn,
  response: z.array(runningSessionSchema),
});

/**
 * Answers the sessions that are left. Refused with NOT_FOUND when the user has no such session; with FORBIDDEN for the
 * present one, which `logout` ends.
 */
export const endSession = defineCall({
  id: 'host.endSession',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/users/sessions/{id}',
  summary: 'Signs out one other session of the user.',
  guard: signedIn,
  params: z.object({ id: z.string().max(100) }),
  response: z.array(runningSessionSchema),
});

/** Answers the one that is left. */
export const endOtherSessions = defineCall({
  id: 'host.endOtherSessions',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/sessions/end-others',
  summary: 'Signs the user out everywhere but here.',
  guard: signedIn,
  response: z.array(runningSessionSchema),
});

/**
 * What an enterprise or buyer company asks of its people. REQUIRED: nobody works without a second factor; ADMINS: nobody
 * does who administers.
 */
export const securityPolicySchema = z.object({
  secondFactor: z.enum(['OFF', 'OFFERED', 'ADMINS', 'REQUIRED']),
  /** A session that is not used ends after so many minutes. */
  idleMinutes: z.number().int().min(5).max(10_080),
  /** Every session ends after so many hours. */
  sessionHours: z.number().int().min(1).max(720),
});
export type SecurityPolicy = z.infer<typeof securityPolicySchema>;
/** Of an enterprise. */
export const defaultSecurityPolicy: SecurityPolicy = { secondFactor: 'ADMINS', idleMinutes: 720, sessionHours: 168 };
/** Whoever registers administers a company of one: a shop asks its customers for no more than they want. */
export const defaultCompanyPolicy: SecurityPolicy = { ...defaultSecurityPolicy, secondFactor: 'OFFERED' };

/** Functions that decide on other people's rights, keys and files. */
export const administrators: readonly MemberRole[] = [
  'SP_SUPER_ADMIN',
  'SP_ADMIN',
  'ENG_SUPER_ADMIN',
  'ENG_ADMIN',
  'ITAR_ADMIN',
];

/** Whether the policy lets nobody with these functions work without a second factor. */
export const needsFactor = (policy: SecurityPolicy['secondFactor'], memberRoles: readonly MemberRole[]): boolean =>
  policy === 'REQUIRED' || (policy === 'ADMINS' && memberRoles.some((role) => administrators.includes(role)));

const teamEditor = member({ anyPermission: ['SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR'] });

/** A facility reads that of its root facility. */
export const readSecurityPolicy = defineCall({
  id: 'host.securityPolicy',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/security-policy',
  summary: 'What the enterprise or buyer company asks of its people; the defaults where nothing is set.',
  guard: teamEditor,
  response: securityPolicySchema,
});

/**
 * Running sessions get the new times, counted from when they began. Refused with FORBIDDEN in a facility that is not
 * the root.
 */
export const saveSecurityPolicy = defineCall({
  id: 'host.saveSecurityPolicy',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/security-policy',
  summary:
    'Changes what is asked of people, for the whole enterprise or buyer company; running sessions follow at once.',
  guard: member({ memberRoles: ['SP_SUPER_ADMIN', 'ENG_SUPER_ADMIN', 'ENG_ADMIN'] }),
  reauthenticate: true,
  body: securityPolicySchema,
  response: securityPolicySchema,
});
