import * as z from 'zod';
import { defineCall } from './call.ts';
import { namedSchema } from './catalog.ts';
import { accountTypeSchema, memberRoleSchema, permissionSchema } from './enums.ts';
import { anyone, member, provider } from './guard.ts';
import { fileDtoSchema } from './host.ts';

/** People, departments, certificates and mail (specification 7.6, named there without fields). */

const id = z.number().int();

export const listTeam = defineCall({
  id: 'admin.team',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/team',
  summary: 'People of the active facility or company; with `invited`, those who have not come yet too.',
  guard: member({ anyPermission: ['SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR'] }),
  query: z.object({
    size: z.coerce.number().int().min(1).max(5000).default(5000),
    invited: z.enum(['true', 'false']).optional(),
  }),
  response: z.array(
    z.object({
      id,
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      memberRoles: z.array(memberRoleSchema),
      permissions: z.array(permissionSchema),
      departments: z.array(namedSchema),
      status: z.enum(['INVITED', 'ACTIVE', 'DISABLED']),
      lastSignIn: z.string().nullable(),
    }),
  ),
  unfinished: true,
});

export const listDepartments = defineCall({
  id: 'admin.departments',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/department',
  summary: 'Departments of the active facility or company.',
  guard: member(),
  response: z.array(namedSchema),
  unfinished: true,
});

export const readInvitation = defineCall({
  id: 'admin.invitation',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/invite/token',
  summary: 'Who invited whom, for the page that a mailed invitation opens.',
  guard: anyone,
  ratePerMinute: 20,
  query: z.object({ token: z.string().min(20).max(200) }),
  response: z.object({
    email: z.string(),
    companyName: z.string(),
    accountType: accountTypeSchema,
    validUntil: z.string(),
  }),
  unfinished: true,
});

export const listCertifications = defineCall({
  id: 'admin.certifications',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/certification',
  summary: 'Certificates that the facility holds (ISO 9001, AS9100), the next to expire first.',
  guard: provider(),
  response: z.array(
    z.object({
      id,
      name: z.string(),
      issuer: z.string(),
      validUntil: z.string().nullable(),
      fileDTO: fileDtoSchema.nullable(),
    }),
  ),
  unfinished: true,
});

export const readEmailConfig = defineCall({
  id: 'admin.emailConfig',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/email-config',
  summary: 'How the facility sends mail. The password of the mail server is never told.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    permissions: ['EMAIL_SETTINGS_EDITOR'],
    authority: 'ROLE_EMAIL_SETTINGS_EDITOR',
  }),
  response: z.object({
    senderName: z.string(),
    senderAddress: z.string(),
    replyTo: z.string().nullable(),
    host: z.string().nullable(),
    port: z.number().int().nullable(),
    passwordSet: z.boolean(),
  }),
  unfinished: true,
});

export const appStoreEnabled = defineCall({
  id: 'admin.appStoreEnabled',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/app-store/enabled',
  summary: 'Whether the facility may install apps.',
  guard: provider(),
  response: z.object({ enabled: z.boolean() }),
  unfinished: true,
});
