import { createToken } from '@sinter/sdk/plugin';
import type { InstalledPlugin } from '#registry/resolve';
import type { ActiveSession } from '../identity/activeSession.ts';
import type { PackageContent } from './facilityPackages.ts';

/** A build that its author tries in one tab, in the place of what the facility has. */
export interface TriedBuild {
  app: InstalledPlugin;
  /** What its author has agreed that it may, of what it asks for. */
  scopes: readonly string[];
}

export interface TriedBuilds {
  /** `null` unless this session has loaded this build, and its person may still. */
  of(id: string, session: ActiveSession): Promise<TriedBuild | null>;
  /** `path` begins with `local/<id>/<hash>/`. `null` for any other session, and for what is no file of the newest build. */
  file(session: ActiveSession, pluginId: string, path: string): Promise<PackageContent | null>;
}
export const triedBuilds = createToken<TriedBuilds>('host/TriedBuilds@1');
