import { outbound } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { createBuckets } from '../http/buckets.ts';
import { extensionCalls, extensionGrants } from '../extensions/installed.ts';
import { handling } from '../http/handlers.ts';
import { siteAddress } from '../http/site.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { installedPackages } from '../modules/packages.ts';
import { triedBuilds } from '../modules/triedBuilds.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { sealing } from '../secrets/secrets.ts';
import { createBackend } from './backend.ts';
import { createGrants } from './grants.ts';
import { createApps } from './installed.ts';
import { createAppNotices } from './notices.ts';
import { createSigner } from './signing.ts';
import { roomDb } from './tables.ts';

/** What this room is made from. */
export function partsOf(host: ModuleHost) {
  const db = roomDb(host.db);
  const states = host.get(facilityStates);
  const site = host.get(siteAddress);
  const apps = createApps(host.get(installedPackages), states);
  const signer = createSigner(host.get(nodeSettings).secretKey);
  return {
    handle: handling(host),
    db,
    states,
    secrets: host.get(sealing),
    apps,
    notices: createAppNotices(apps),
    grants: createGrants(db, host.get(extensionGrants)),
    calls: host.get(extensionCalls),
    tried: () => host.get(triedBuilds),
    buckets: createBuckets(),
    signer,
    site,
    backend: createBackend(host.get(outbound), signer, site),
  };
}
export type Parts = ReturnType<typeof partsOf>;
