import * as account from './account.ts';
import * as audit from './audit.ts';
import type { AnyCall } from './call.ts';
import * as calendar from './calendar.ts';
import * as catalog from './catalog.ts';
import * as chart from './chart.ts';
import * as comments from './comments.ts';
import * as configuration from './configuration.ts';
import * as downtime from './downtime.ts';
import * as exportControl from './exportControl.ts';
import * as grabcad from './grabcad.ts';
import * as facilities from './facilities.ts';
import * as host from './host.ts';
import * as machines from './machines.ts';
import * as magics from './magics.ts';
import * as ordering from './ordering.ts';
import * as orders from './orders.ts';
import * as parts from './parts.ts';
import * as payments from './payments.ts';
import * as places from './places.ts';
import * as preparation from './preparation.ts';
import * as priorities from './priorities.ts';
import * as quality from './quality.ts';
import * as quickbooks from './quickbooks.ts';
import * as registry from './registry.ts';
import * as scheduling from './scheduling.ts';
import * as security from './security.ts';
import * as sso from './sso.ts';
import * as team from './team.ts';
import * as travellers from './travellers.ts';
import * as uploads from './uploads.ts';
import * as webhooks from './webhooks.ts';

export * from './areas.ts';
export * from './call.ts';
export * from './enums.ts';
export * from './errors.ts';
export * from './event.ts';
export * from './events.ts';
export * from './flags.ts';
export * from './guard.ts';
export * from './rights.ts';
export * from './session.ts';
export * from './version.ts';
export * from './vocabulary.ts';

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'guard' in value;

/**
 * The table of calls: everything the server answers. Served, validated, guarded, documented and tested from here.
 * Browser code imports the area it needs (`@sinter/sdk/contract/orders`) instead of this.
 */
export const calls: readonly AnyCall[] = [
  host,
  uploads,
  account,
  security,
  sso,
  team,
  facilities,
  audit,
  exportControl,
  registry,
  configuration,
  orders,
  ordering,
  payments,
  comments,
  catalog,
  parts,
  machines,
  places,
  preparation,
  scheduling,
  chart,
  downtime,
  calendar,
  priorities,
  travellers,
  quality,
  quickbooks,
  magics,
  webhooks,
  grabcad,
].flatMap((area) => Object.values(area).filter(isCall));
