import { lineSchema } from '@sinter/sdk/contract/line';
import { memberRoleSchema } from '@sinter/sdk/contract/enums';
import { ssoConnectionInputSchema, type SsoConnectionInput } from '@sinter/sdk/contract/host/sso';
import * as z from 'zod';
import type { SsoConnection } from './SsoStore.ts';

/** The form holds both kinds at once, so that changing one's mind loses nothing. */
export interface ConnectionValues {
  enabled: boolean;
  authType: 'SAML' | 'OIDC';
  siteDomain: string;
  /** As typed: `example.com, example.org`. */
  emailDomains: string;
  buttonText: string;
  headline1: string;
  headline2: string;
  customLogin: boolean;
  createUsers: boolean;
  defaultRole: string;
  metadata: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export const valuesOf = (connection: SsoConnection | 'new', buttonText: string): ConnectionValues =>
  connection === 'new'
    ? {
        ...{
          enabled: true,
          authType: 'SAML',
          siteDomain: '',
          emailDomains: '',
          buttonText,
          headline1: '',
          headline2: '',
        },
        ...{ customLogin: false, createUsers: false, defaultRole: 'SP_NON_ADMIN' },
        ...{ metadata: '', issuer: '', clientId: '', clientSecret: '' },
      }
    : {
        ...connection,
        emailDomains: connection.emailDomains.join(', '),
        defaultRole: connection.defaultRoles[0] ?? 'SP_NON_ADMIN',
        metadata: '',
        issuer: connection.authType === 'OIDC' ? connection.provider : '',
        clientId: connection.clientId ?? '',
        clientSecret: '',
      };

const typed = z.object({
  enabled: z.boolean(),
  authType: z.enum(['SAML', 'OIDC']),
  siteDomain: lineSchema(253),
  emailDomains: lineSchema(2000),
  buttonText: lineSchema(60),
  headline1: lineSchema(200),
  headline2: lineSchema(200),
  customLogin: z.boolean(),
  createUsers: z.boolean(),
  defaultRole: memberRoleSchema,
  metadata: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});

/** What was typed, in the form of the contract; its own messages are shown at the fields of the same name. */
export const connectionFormSchema: z.ZodType<SsoConnectionInput, ConnectionValues> = typed
  .transform(({ defaultRole, emailDomains, metadata, issuer, clientId, clientSecret, authType, ...common }) => {
    const domains = emailDomains.split(/[\s,;]+/).filter((domain) => domain !== '');
    const shared = { ...common, emailDomains: domains, defaultRoles: common.createUsers ? [defaultRole] : [] };
    return authType === 'SAML'
      ? { ...shared, authType, ...(metadata === '' ? {} : { metadata }) }
      : { ...shared, authType, issuer, clientId, ...(clientSecret === '' ? {} : { clientSecret }) };
  })
  .pipe(ssoConnectionInputSchema);
