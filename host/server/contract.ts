import * as account from '@sinter/sdk/contract/host/account';
import * as appearance from '@sinter/sdk/contract/host/appearance';
import * as audit from '@sinter/sdk/contract/host/audit';
import * as configuration from '@sinter/sdk/contract/host/configuration';
import * as events from '@sinter/sdk/contract/host/events';
import * as exportControl from '@sinter/sdk/contract/host/exportControl';
import * as files from '@sinter/sdk/contract/host/files';
import * as modules from '@sinter/sdk/contract/host/modules';
import * as places from '@sinter/sdk/contract/host/places';
import * as push from '@sinter/sdk/contract/host/push';
import * as records from '@sinter/sdk/contract/host/records';
import * as registry from '@sinter/sdk/contract/host/registry';
import * as security from '@sinter/sdk/contract/host/security';
import * as session from '@sinter/sdk/contract/host/session';
import * as sso from '@sinter/sdk/contract/host/sso';
import * as team from '@sinter/sdk/contract/host/team';
import * as uploads from '@sinter/sdk/contract/host/uploads';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as betweenNodes from './events/outbox.ts';

/** What the host itself answers and emits. */
export const hostContract = contractOf(
  account,
  appearance,
  audit,
  configuration,
  events,
  exportControl,
  files,
  modules,
  places,
  push,
  records,
  registry,
  security,
  session,
  sso,
  team,
  uploads,
  betweenNodes,
);
