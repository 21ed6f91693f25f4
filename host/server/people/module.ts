import { readInvitation } from '@sinter/sdk/contract/host/invitation';
import { listAddedPermissions } from '@sinter/sdk/contract/host/permissions';
import { readSecurityPolicy, saveSecurityPolicy } from '@sinter/sdk/contract/host/security';
import { invitations, members } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { siteAddress } from '../http/site.ts';
import { mailer } from '../mail/mail.ts';
import { handlePeople } from './handlers.ts';
import { createInvitations } from './invitations.ts';
import { createMembers } from './members.ts';
import * as invitationTable from './migrations/001_invitations.ts';
import { partsOf } from './parts.ts';

export const peopleModule = defineHostModule({
  id: 'people',
  serves: { readInvitation, listAddedPermissions, readSecurityPolicy, saveSecurityPolicy },
  migrations: { '001_invitations': invitationTable },
  setup(host) {
    const mail = host.get(mailer);
    const limiter = host.get(rateLimiter);
    const publicUrl = host.get(siteAddress);
    host.provide(members, () => createMembers(mail));
    host.provide(invitations, () => createInvitations({ mail, limiter, publicUrl }));
    handlePeople(partsOf(host));
  },
});
