import * as z from 'zod';
import { lineSchema } from '../line.ts';
import { defineCall } from '../call.ts';
import { memberRoleSchema } from '../enums.ts';
import { member } from '../guard.ts';

/** Single sign-on of an enterprise: SAML or OpenID Connect, one connection for each of its front doors. */

const editor = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['FACILITY_SETTINGS_EDITOR'],
  memberRoles: ['SP_SUPER_ADMIN'],
  rootFacility: true,
});

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'A domain like example.com')
  .max(253);

const common = {
  enabled: z.boolean(),
  /** The front door of the enterprise that the button is shown at; empty for all of its others. */
  siteDomain: z.union([z.literal(''), domain]),
  /** Only e-mail addresses of these domains may come in. */
  emailDomains: z.array(domain).min(1).max(50),
  buttonText: lineSchema(60).min(1),
  headline1: lineSchema(200),
  headline2: lineSchema(200),
  /** Hides the password form, as the specification's `customLogin` does. */
  customLogin: z.boolean(),
  /** Somebody unknown gets an account in the connection's facility with these functions; otherwise is refused. */
  createUsers: z.boolean(),
  defaultRoles: z.array(memberRoleSchema).max(5),
};

/** A connection as it is saved. */
export const ssoConnectionInputSchema = z.discriminatedUnion('authType', [
  z.object({
    ...common,
    authType: z.literal('SAML'),
    /** The identity provider's metadata, XML: its entity id, address and certificates. Left out, the stored ones stay. */
    metadata: z.string().min(50).max(200_000).optional(),
  }),
  z.object({
    ...common,
    authType: z.literal('OIDC'),
    /** `https://login.example.com`; its discovery document is read from there. */
    issuer: z.url().max(500),
    clientId: z.string().trim().min(1).max(300),
    /** Write-only; left out, the stored one stays. */
    clientSecret: z.string().min(1).max(1000).optional(),
  }),
]);
export type SsoConnectionInput = z.infer<typeof ssoConnectionInputSchema>;

/** What a stored connection shows: everything but its secrets. */
export const ssoConnectionSchema = z.object({
  id: z.number().int(),
  ...common,
  authType: z.enum(['SAML', 'OIDC']),
  /** Entity id or issuer. */
  provider: z.string(),
  clientId: z.string().nullable(),
  secretSet: z.boolean(),
  /** SAML: when the first of the provider's signing certificates runs out, ISO. */
  certificateUntil: z.string().nullable(),
});

/** Secrets are never answered: `secretSet` says whether there is one. */
export const listSsoConnections = defineCall({
  id: 'host.ssoConnections',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/sso-connections',
  summary: 'Single sign-on connections, and the addresses that the identity provider has to know.',
  guard: editor,
  response: z.object({
    connections: z.array(ssoConnectionSchema),
    /** Of this site, for the provider's form. */
    entityId: z.string(),
    acsURL: z.string(),
    metadataURL: z.string(),
    oidcRedirectURL: z.string(),
  }),
});

/**
 * The provider is read and checked before anything is stored. Refused with INVALID_INPUT: `metadata` missing or
 * unusable; `issuer` not https or without a usable discovery document; `clientSecret` missing; `siteDomain` not the
 * enterprise's front door, or used by another enabled connection of it; `defaultRoles` not of a facility, or empty with `createUsers`.
 */
export const addSsoConnection = defineCall({
  id: 'host.addSsoConnection',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/sso-connections',
  summary: 'Adds a connection. INVALID_INPUT where metadata or discovery document cannot be used.',
  guard: editor,
  reauthenticate: true,
  body: ssoConnectionInputSchema,
  response: ssoConnectionSchema,
});

/**
 * Another provider forgets who is who: people are found by their e-mail address again. Refused with NOT_FOUND when the
 * facility has no such connection; with INVALID_INPUT as `addSsoConnection`.
 */
export const saveSsoConnection = defineCall({
  id: 'host.saveSsoConnection',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/sso-connections/{id}',
  summary: 'Changes a connection; people who are signed in stay so.',
  guard: editor,
  reauthenticate: true,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: ssoConnectionInputSchema,
  response: ssoConnectionSchema,
});

/** Refused with NOT_FOUND when the facility has no such connection. */
export const deleteSsoConnection = defineCall({
  id: 'host.deleteSsoConnection',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/sso-connections/{id}',
  summary: 'Removes a connection; people that it brought keep their accounts.',
  guard: editor,
  reauthenticate: true,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
