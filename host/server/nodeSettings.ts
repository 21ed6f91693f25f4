import { createToken } from '@sinter/sdk/plugin';

/** What the program that starts a node decides. */
export interface NodeSettings {
  /** Throws when files cannot be written. */
  storageWritable(): Promise<void>;
  /** Folder of the plugins' sources. */
  pluginsDir: string;
  /** What the build made for browsers. */
  webDir: string;
  maxUploadBytes: number;
  metricsToken?: string;
  /** Figures without a token, for whoever asks from this machine itself. */
  metricsAtHome: boolean;
  openApi: boolean;
  /** Vendors may try builds of theirs in their own browser. */
  localBuilds: boolean;
  /** Asks the DNS for the texts of a name; the machine's own unless given. */
  resolveTxt?: (name: string) => Promise<string[][]>;
  /** Networks, CIDR, that people may make this server call beside the internet; none unless given. */
  allowedNetworks?: readonly string[];
  /** Origins of pages of others that may show embed documents inside them; none unless given. */
  embedOrigins?: readonly string[];
  /** Folders that hold packages of vendors, by the names that people see. */
  registryFolders?: readonly { name: string; path: string }[];
  /** Seals stored secrets. */
  secretKey: Buffer;
  /** Where people reach this site; the address it listens on unless given. */
  publicUrl?: string;
  /** Of the server on this machine, for a worker beside it. */
  port?: number;
  /** Another address of this site, for export-controlled contents alone. */
  controlledUrl?: string;
  /** Whose word counts for where a request comes from: addresses and networks. None: proxies on this machine. */
  trustedProxies?: readonly string[];
  /** Without it mails are kept in the development outbox. */
  smtpUrl?: string;
  mailFrom: string;
  /** Where answers to emails come in; without it none do. */
  replies?: {
    domain: string;
    host: string;
    port: number;
    /** Files, PEM. */
    certificate?: { cert: string; key: string };
  };
}

export const nodeSettings = createToken<NodeSettings>('host/Settings@1');
