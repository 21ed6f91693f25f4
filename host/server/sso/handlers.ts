import type * as z from 'zod';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { wrongField } from '@sinter/sdk/server';
import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import {
  addSsoConnection,
  deleteSsoConnection,
  listSsoConnections,
  saveSsoConnection,
  type ssoConnectionSchema,
  type SsoConnectionInput,
} from '@sinter/sdk/contract/host/sso';
import { configurationChanged } from '../events/outbox.ts';
import { isForbidden } from '../outbound/outbound.ts';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { type RoomDb, roomTransaction } from './tables.ts';
import { isTrusted, siteAddresses } from './addresses.ts';
import { connectionRows, type ConnectionRow, secretPurpose, type Sites, settingsSchema } from './connections.ts';
import { UnusableMetadata, readMetadata } from './metadata.ts';
import { discover } from './oidc.ts';
import { say } from '../say.ts';

/** As nodes tell each other that connections have changed. */
const configType = 'SSO';

function toDto(row: ConnectionRow): z.output<typeof ssoConnectionSchema> {
  const settings = settingsSchema.parse(row.settings);
  return {
    id: row.id,
    enabled: row.enabled,
    siteDomain: row.site_domain,
    emailDomains: row.email_domains,
    buttonText: row.button_text,
    headline1: row.headline1,
    headline2: row.headline2,
    customLogin: row.custom_login,
    createUsers: row.create_users,
    defaultRoles: row.default_roles,
    authType: settings.authType,
    provider: settings.authType === 'SAML' ? settings.entityId : settings.issuer,
    clientId: settings.authType === 'OIDC' ? settings.clientId : null,
    secretSet: row.secret_sealed !== null,
    certificateUntil: settings.authType === 'SAML' ? settings.certificateUntil : null,
  };
}

const wrong = (field: string, message: Sentence, cause?: unknown): CallError =>
  Object.assign(wrongField(field, message), { cause });

/** Single sign-on connections of an enterprise, and what the sign-in page is told of them. */
export function handleSso(host: Parts, sites: Sites): void {
  const { handle, db, doors } = host;

  handle(loginSsoConfig, async ({ request }) => {
    const row = await sites.of(request.hostname);
    if (!row) return null;
    return {
      authType: row.auth_type,
      buttonText: row.button_text,
      headline1: row.headline1,
      headline2: row.headline2,
      customLogin: row.custom_login ? ('true' as const) : ('false' as const),
    };
  });

  handle(listSsoConnections, async ({ facilityId }) => {
    const found = await connectionRows(db).where('facility_id', '=', facilityId).orderBy('id').execute();
    return { connections: found.map(toDto), ...siteAddresses(host.publicUrl()) };
  });

  /** Looks at what the provider says of itself. Throws INVALID_INPUT. */
  const settingsOf = async (input: SsoConnectionInput, secret: string | undefined, stored: ConnectionRow | null) => {
    if (input.authType === 'SAML') {
      const before = stored ? settingsSchema.parse(stored.settings) : null;
      if (input.metadata === undefined) {
        if (before?.authType === 'SAML') return before;
        throw wrong('metadata', say('metadataMissing'));
      }
      const provider = await readMetadata(input.metadata).catch((error: unknown) => {
        throw wrong('metadata', error instanceof UnusableMetadata ? error.sentence : say('metadata.unusable'), error);
      });
      return { authType: input.authType, ...provider };
    }
    const { issuer, clientId } = input;
    if (!isTrusted(issuer)) throw wrong('issuer', say('httpsOnly'));
    if (secret === undefined) throw wrong('clientSecret', say('secretMissing'));
    await discover(host.outbound, { issuer, clientId }, secret).catch((error: unknown) => {
      throw wrong('issuer', say(isForbidden(error) ? 'networkNotCalled' : 'noDiscovery'), error);
    });
    return { authType: input.authType, issuer, clientId };
  };

  const save = async (context: RequestContext, input: SsoConnectionInput, id: number | null) => {
    const { facilityId } = context;
    const foreign = input.defaultRoles.find((role) => !role.startsWith('SP_'));
    if (foreign) throw wrong('defaultRoles', say('otherFunctions'));
    if (input.createUsers && input.defaultRoles.length === 0) throw wrong('defaultRoles', say('functionMissing'));
    if (input.siteDomain !== '' && (await doors.of(input.siteDomain)) !== facilityId) {
      throw wrong('siteDomain', say('domainNotYours'));
    }
    const mine = (own: RoomDb) =>
      connectionRows(own)
        .where('facility_id', '=', facilityId)
        .where('id', '=', id ?? 0);
    const stored = (await mine(db).executeTakeFirst()) ?? null;
    if (id !== null && !stored) throw new CallError('NOT_FOUND');

    const given = input.authType === 'OIDC' ? input.clientSecret : undefined;
    const kept = input.authType === 'OIDC' && stored?.auth_type === 'OIDC' ? stored.secret_sealed : null;
    const sealed = given === undefined ? kept : host.secrets.seal(secretPurpose, given);
    const secret = sealed === null ? undefined : host.secrets.open(secretPurpose, sealed);
    const values = {
      enabled: input.enabled,
      site_domain: input.siteDomain,
      email_domains: [...new Set(input.emailDomains)],
      auth_type: input.authType,
      settings: JSON.stringify(await settingsOf(input, secret, stored)),
      secret_sealed: sealed,
      button_text: input.buttonText,
      headline1: input.headline1,
      headline2: input.headline2,
      custom_login: input.customLogin,
      create_users: input.createUsers,
      default_roles: [...new Set(input.defaultRoles)],
      updated_at: new Date(),
    };
    return context.write(async (unit) => {
      const own = roomTransaction(unit.db);
      // One change at a time: two connections for one host name would leave people with neither.
      await own.selectFrom('facility').select('id').where('id', '=', facilityId).forNoKeyUpdate().execute();
      const before = id === null ? null : await mine(own).executeTakeFirst();
      if (before === undefined) throw new CallError('NOT_FOUND');
      const rival = await own
        .selectFrom('sso_connection')
        .select('id')
        .where('facility_id', '=', facilityId)
        .where('site_domain', '=', input.siteDomain)
        .where('enabled', '=', true)
        .where('id', '!=', id ?? 0)
        .executeTakeFirst();
      if (input.enabled && rival) throw wrong('siteDomain', say('addressTaken'));
      const row = await (
        id === null
          ? own
              .insertInto('sso_connection')
              .values({ facility_id: facilityId, ...values })
              .returningAll()
          : own.updateTable('sso_connection').set(values).where('id', '=', id).returningAll()
      ).executeTakeFirstOrThrow();
      const after = toDto(row);
      // A subject names somebody at one provider only: at another one it may be anybody.
      if (before && toDto(before).provider !== after.provider) {
        await own.deleteFrom('sso_identity').where('connection_id', '=', row.id).execute();
      }
      await unit.audit({
        action: before ? 'sso.connection_changed' : 'sso.connection_added',
        objectKind: 'SSO_CONNECTION',
        objectId: String(row.id),
        ...(before && { before: toDto(before) }),
        after,
      });
      await unit.emit(configurationChanged, { configType }, {});
      return after;
    });
  };

  handle(addSsoConnection, (context, { body }) => save(context, body, null));
  handle(saveSsoConnection, (context, { params, body }) => save(context, body, params.id));

  handle(deleteSsoConnection, async (context, { params }) => {
    await context.write(async (unit) => {
      const row = await roomTransaction(unit.db)
        .deleteFrom('sso_connection')
        .where('id', '=', params.id)
        .where('facility_id', '=', context.facilityId)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new CallError('NOT_FOUND');
      const entry = { objectKind: 'SSO_CONNECTION', objectId: String(row.id), before: toDto(row) };
      await unit.audit({ action: 'sso.connection_removed', ...entry });
      await unit.emit(configurationChanged, { configType }, {});
    });
    return { success: 'true' as const };
  });
}
