import { parseArgs } from 'node:util';
import * as z from 'zod';
import { OperatorError } from './operatorError.ts';

const gibibyte = 1024 ** 3;

/** Empty counts as unset. */
const optional = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));

/** Whoever is believed says where a request comes from, so nobody may be believed by being anybody. */
const proxySchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'is neither an address nor a network (10.0.0.5, 10.0.0.0/24)')
  .refine((network) => !network.endsWith('/0'), 'would believe everybody');

/** It goes into a policy as it is: an origin, and nothing that could be read as more than one. */
const originSchema = z
  .string()
  .regex(/^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?\/?$/i, 'is no origin like https://intranet.example.com')
  .transform((text) => new URL(text).origin);

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: optional,
  DATABASE_DIRECT_URL: optional,
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(16 * gibibyte),
  METRICS_TOKEN: optional,
  OPENAPI: z.enum(['', 'on', 'off']).default(''),
  LOCAL_BUILDS: z.enum(['', 'on', 'off']).default(''),
  PUBLIC_URL: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .optional()
    .transform((text) => (text ? new URL(text).origin : undefined)),
  ITAR_MEDIA_URL: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .optional()
    .transform((text) => (text ? new URL(text).origin : undefined)),
  TRUST_PROXY: z
    .string()
    .optional()
    .transform((text = '') => text.split(/[\s,]+/).filter((part) => part !== ''))
    .pipe(z.array(proxySchema)),
  SECRET_KEY: optional,
  ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]))),
  EMBED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .pipe(z.array(originSchema)),
  REGISTRY_FOLDERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^[^=/]{1,100}=\/.+$/, 'is a name and a whole path: Approved=/srv/plugins')
          .transform((text) => ({ name: text.slice(0, text.indexOf('=')), path: text.slice(text.indexOf('=') + 1) })),
      ),
    ),
  SMTP_URL: optional,
  MAIL_FROM: z.string().min(3).default('Sinter <no-reply@localhost>'),
  MAIL_REPLIES_DOMAIN: z
    .union(
      [
        z.literal(''),
        z.string().regex(/^(?=.{1,200}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i),
      ],
      {
        error: 'is no domain like replies.example.com',
      },
    )
    .optional()
    .transform((text) => text?.toLowerCase() || undefined),
  MAIL_REPLIES_PORT: z.coerce.number().int().min(0).max(65535).default(25),
  MAIL_REPLIES_HOST: optional,
  MAIL_REPLIES_CERT: optional,
  MAIL_REPLIES_KEY: optional,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

const roleSchema = z.enum(['all', 'server', 'worker']);

export interface Settings {
  /** `all`: serves, and runs the background jobs in one process of their own. */
  role: z.infer<typeof roleSchema>;
  dev: boolean;
  allowDemoAccountsOnNetwork: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Without it the embedded database runs. */
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  maxUploadBytes: number;
  metricsToken: string | undefined;
  /** Serve the document of the API and its page. */
  openApi: boolean;
  /** Vendors may try builds of theirs in their own browser. */
  localBuilds: boolean;
  /** Nobody but the person at this machine comes here. */
  atHome: boolean;
  /** The address under which people reach this server: links in mails, single sign-on and passkeys use it. */
  publicUrl: string | undefined;
  /** Another address of this server, for export-controlled contents alone. */
  controlledUrl: string | undefined;
  /** Addresses and networks of the proxies before this server. None: only a proxy on this machine is believed. */
  trustedProxies: readonly string[];
  /** Seals stored secrets. Without it a key is made and kept in the data folder. */
  secretKey: string | undefined;
  /** Networks, CIDR, that people may make this server call beside the internet. */
  allowedNetworks: readonly string[];
  /** Folders that hold packages of vendors, by the names that people see. */
  registryFolders: readonly { name: string; path: string }[];
  /** Origins of pages of others that may show embed documents inside them. */
  embedOrigins: readonly string[];
  /** `smtp://user:password@host:port`. Without it mails are kept in the development outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where answers to emails come in. Without it none do. */
  replies: RepliesSettings | undefined;
  logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
}

/** How the server receives the answers to its emails. */
export interface RepliesSettings {
  /** `<token>@domain` */
  domain: string;
  host: string;
  port: number;
  /** Files, PEM; without them nothing is encrypted. */
  certificate: { cert: string; key: string } | undefined;
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Throws with a text for the person at the terminal. */
export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv, dev: boolean): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      role: { type: 'string', default: 'all' },
      dev: { type: 'boolean', default: dev },
      'allow-demo-accounts-on-network': { type: 'boolean', default: false },
    },
  });
  const role = roleSchema.safeParse(values.role);
  if (!role.success)
    throw new OperatorError(`--role is one of ${roleSchema.options.join(', ')}, not "${values.role}".`);
  const read = environmentSchema.safeParse(environment);
  if (!read.success) throw new OperatorError(`The environment is not usable.\n${z.prettifyError(read.error)}`);
  const atHome = isLoopback(read.data.HOST) && read.data.PUBLIC_URL === undefined;
  return {
    role: role.data,
    dev: values.dev,
    allowDemoAccountsOnNetwork: values['allow-demo-accounts-on-network'],
    port: read.data.PORT,
    host: read.data.HOST,
    dataDir: read.data.DATA_DIR,
    databaseUrl: read.data.DATABASE_URL,
    databaseDirectUrl: read.data.DATABASE_DIRECT_URL,
    maxUploadBytes: read.data.MAX_UPLOAD_BYTES,
    metricsToken: read.data.METRICS_TOKEN,
    openApi: read.data.OPENAPI === '' ? atHome : read.data.OPENAPI === 'on',
    localBuilds: read.data.LOCAL_BUILDS === '' ? atHome : read.data.LOCAL_BUILDS === 'on',
    atHome,
    publicUrl: read.data.PUBLIC_URL,
    controlledUrl: read.data.ITAR_MEDIA_URL,
    trustedProxies: read.data.TRUST_PROXY,
    secretKey: read.data.SECRET_KEY,
    allowedNetworks: read.data.ALLOWED_NETWORKS,
    registryFolders: read.data.REGISTRY_FOLDERS,
    embedOrigins: read.data.EMBED_ORIGINS,
    smtpUrl: read.data.SMTP_URL,
    mailFrom: read.data.MAIL_FROM,
    replies: repliesOf(read.data),
    logLevel: read.data.LOG_LEVEL,
  };
}

function repliesOf(read: z.infer<typeof environmentSchema>): RepliesSettings | undefined {
  const { MAIL_REPLIES_DOMAIN: domain, MAIL_REPLIES_CERT: cert, MAIL_REPLIES_KEY: key } = read;
  if (domain === undefined) return undefined;
  if ((cert === undefined) !== (key === undefined)) {
    throw new OperatorError('MAIL_REPLIES_CERT and MAIL_REPLIES_KEY belong together: a file each, or neither.');
  }
  return {
    domain,
    host: read.MAIL_REPLIES_HOST ?? read.HOST,
    port: read.MAIL_REPLIES_PORT,
    certificate: cert !== undefined && key !== undefined ? { cert, key } : undefined,
  };
}
