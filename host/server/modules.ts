import type { HostModule } from './hostModule.ts';
import { secretsModule } from './secrets/module.ts';
import { identityModule } from './identity/module.ts';
import { eventsModule } from './events/module.ts';
import { workModule } from './work/module.ts';
import { httpModule } from './http/module.ts';
import { recordsModule } from './records/module.ts';
import { versionsModule } from './versions/module.ts';
import { clearanceModule } from './clearance/module.ts';
import { factorsModule } from './factors/module.ts';
import { sessionModule } from './session/module.ts';
import { pushModule } from './push/module.ts';
import { mediaModule } from './media/module.ts';
import { uploadsModule } from './uploads/module.ts';
import { doorsModule } from './doors/module.ts';
import { themeModule } from './theme/module.ts';
import { mailModule } from './mail/module.ts';
import { secondStepModule } from './secondStep/module.ts';
import { ssoModule } from './sso/module.ts';
import { keysModule } from './keys/module.ts';
import { webhooksModule } from './webhooks/module.ts';
import { modulesModule } from './modules/module.ts';
import { extensionsModule } from './extensions/module.ts';
import { localBuildsModule } from './localBuilds/module.ts';
import { appsModule } from './apps/module.ts';
import { settingsHubModule } from './settingsHub/module.ts';
import { textsModule } from './texts/module.ts';
import { notificationsModule } from './notifications/module.ts';
import { repliesModule } from './replies/module.ts';
import { emailConfigModule } from './emailConfig/module.ts';
import { emailTemplatesModule } from './emailTemplates/module.ts';
import { linksModule } from './links/module.ts';
import { configurationModule } from './configuration/module.ts';
import { exportControlModule } from './exportControl/module.ts';
import { guestsModule } from './guests/module.ts';
import { peopleModule } from './people/module.ts';
import { placesModule } from './places/module.ts';
import { documentsModule } from './documents/module.ts';
import { accountsModule } from './accounts/module.ts';
import { setupModule } from './setup/module.ts';
import { auditModule } from './audit/module.ts';
import { healthModule } from './health/module.ts';
import { webModule } from './web/module.ts';
import { demoModule } from './demo/module.ts';

/** The rooms of the server, lower floors first: a room imports from those before it, and is disposed of before they are. */
export const hostModules: readonly HostModule[] = [
  secretsModule,
  identityModule,
  eventsModule,
  workModule,
  httpModule,
  recordsModule,
  versionsModule,
  clearanceModule,
  factorsModule,
  sessionModule,
  pushModule,
  mediaModule,
  uploadsModule,
  doorsModule,
  themeModule,
  mailModule,
  secondStepModule,
  ssoModule,
  keysModule,
  webhooksModule,
  modulesModule,
  extensionsModule,
  localBuildsModule,
  appsModule,
  settingsHubModule,
  textsModule,
  notificationsModule,
  repliesModule,
  emailConfigModule,
  emailTemplatesModule,
  linksModule,
  configurationModule,
  exportControlModule,
  guestsModule,
  peopleModule,
  placesModule,
  documentsModule,
  accountsModule,
  setupModule,
  auditModule,
  healthModule,
  webModule,
  demoModule,
];
