import type { AnyCall } from '@sinter/sdk/contract';
import type { HostHandler } from './http/handlers.ts';
import type { StoredFiles } from '@sinter/sdk/server';
import type { FileStore } from './files/store.ts';
import type { ManifestParts } from './modules/manifest.ts';
import type { FacilityStates } from './modules/facilityStates.ts';
import type { Packages } from './modules/packages.ts';
import type { Registered } from './registered.ts';
import type { Feed } from './events/feed.ts';
import type { EventStreams } from './push/streams.ts';
import type { HostDb } from './allTables.ts';
import type { SessionStore } from './session/sessions.ts';
import type { Challenges } from './session/challenges.ts';
import type { SecondFactors } from './factors/factors.ts';
import type { RateLimiter } from './http/rateLimit.ts';
import type { Mail } from './mail/mail.ts';
import type { ThemeStore } from './theme/published.ts';
import type { Secrets } from './secrets/secrets.ts';

/** What the host's own handlers are made from. */
export interface Host {
  handle<C extends AnyCall>(call: C, handler: HostHandler<C>): void;
  /** Everything this node knows by name. */
  registered: Registered;
  db: HostDb;
  sessions: SessionStore;
  states: FacilityStates;
  files: FileStore;
  /** What plugins share, for the manifest. */
  shared: ManifestParts['shared'];
  packages: Packages;
  storedFiles: StoredFiles;
  themes: ThemeStore;
  feed: Feed;
  streams: EventStreams;
  maxUploadBytes: number;
  limiter: RateLimiter;
  challenges: Challenges;
  secrets: Secrets;
  mail: Mail;
  /** `false`: mails are only kept in the development outbox. */
  mailIsSent: boolean;
  factors: SecondFactors;
  /** Where people and identity providers reach this site, without a slash at the end: never from a request's header. */
  publicUrl: () => string;
  /** Another address of this site that serves export-controlled contents and nothing else. */
  controlledUrl: string | undefined;
}
