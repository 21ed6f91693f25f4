import * as linkApps from '@sinter/sdk/contract/host/linkApps';
import { noticeKinds } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { facilityLinks } from '../modules/facilityLinks.ts';
import { leadToSignIn } from './afterSignIn.ts';
import { handleFacilityLinks } from './facility.ts';
import { handleLaunch } from './launch.ts';
import * as links from './migrations/001_links.ts';
import { linkBlocked } from './notices.ts';
import { partsOf } from './parts.ts';
import { handleLinkReview } from './review.ts';
import { linksOf } from './rows.ts';
import { roomDb } from './tables.ts';

export const linksModule = defineHostModule({
  id: 'links',
  serves: linkApps,
  migrations: { '001_links': links },
  setup(host) {
    const db = roomDb(host.db);
    host.provide(facilityLinks, () => ({ of: (facilityId) => linksOf(db, facilityId) }));
    leadToSignIn(host.get(httpServer));
    host.contribute(noticeKinds, [linkBlocked]);
    const parts = partsOf(host);
    handleLinkReview(parts);
    handleFacilityLinks(parts);
    handleLaunch(parts);
  },
});
