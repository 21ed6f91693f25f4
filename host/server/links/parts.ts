import { areaTexts } from '@sinter/sdk/server';
import { createSigner } from '../apps/signing.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { siteAddress } from '../http/site.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { networksOf } from '../outbound/networks.ts';
import { sentencesOf } from '../texts/bundled.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export function partsOf(host: ModuleHost) {
  const { secretKey, metricsAtHome, allowedNetworks = [] } = host.get(nodeSettings);
  return {
    handle: handling(host),
    db: roomDb(host.db),
    states: host.get(facilityStates),
    signer: createSigner(secretKey),
    site: host.get(siteAddress),
    sentences: sentencesOf(() => host.all(areaTexts)),
    rules: { atHome: metricsAtHome, networks: networksOf(allowedNetworks) },
  };
}
export type Parts = ReturnType<typeof partsOf>;
