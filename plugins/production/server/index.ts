import { Readable } from 'node:stream';
import { taggedKinds } from '@sinter/sdk/contract/admin/facilityTags';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as checklistCalls from '@sinter/sdk/contract/production/checklists';
import { attachCheckFile } from '@sinter/sdk/contract/production/checkFiles';
import * as kioskCalls from '@sinter/sdk/contract/production/kiosk';
import { importLegacySteps, listLegacySteps } from '@sinter/sdk/contract/production/legacy';
import * as nesting from '@sinter/sdk/contract/production/nesting';
import * as outcome from '@sinter/sdk/contract/production/outcome';
import * as planning from '@sinter/sdk/contract/production/planning';
import { magicsPlatform } from '@sinter/sdk/contract/production/magicsPlatform';
import * as platforms from '@sinter/sdk/contract/production/platforms';
import * as contract from '@sinter/sdk/contract/production/travellers';
import * as flowCalls from '@sinter/sdk/contract/production/flow';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import * as tagCalls from '@sinter/sdk/contract/production/tags';
import * as floorCalls from '@sinter/sdk/contract/production/lots';
import { readFloor } from '@sinter/sdk/contract/production/mes';
import * as prints from '@sinter/sdk/contract/production/travellerPrints';
import { plannedParts } from '@sinter/sdk/contract/scheduling/plannedParts';
import {
  areaTexts,
  defineServer,
  fileRelations,
  documents,
  type CallContext,
  type FileReply,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { issueTraveller, type Printed } from './issue.ts';
import { languageOf } from './language.ts';
import { type Lot, lotsOf } from './lots.ts';
import * as printTables from './migrations/001_prints.ts';
import * as lotTables from './migrations/002_lots.ts';
import { seedDemo } from './demo.ts';
import { plannedLots } from './follow.ts';
import { handleFloor } from './floor/handlers.ts';
import * as nestingTables from './migrations/010_nesting.ts';
import * as planningTables from './migrations/020_planning.ts';
import * as platformTables from './migrations/021_platforms.ts';
import * as checklistTables from './migrations/023_checklists.ts';
import * as lotNumbers from './migrations/026_lot_numbers.ts';
import * as outcomeTables from './migrations/027_outcome.ts';
import * as expedited from './migrations/036_expedite.ts';
import { handleChecklists } from './checklists/handlers.ts';
import { attach } from './checkFiles/attach.ts';
import { checkFileRelations } from './checkFiles/files.ts';
import * as checkFileTables from './migrations/032_check_files.ts';
import { importSteps } from './legacy/import.ts';
import { list as listLegacy } from './legacy/list.ts';
import * as legacyTables from './migrations/033_legacy.ts';
import * as kioskAccounts from './migrations/034_kiosk_accounts.ts';
import * as kioskTables from './migrations/031_kiosk.ts';
import { handleKiosk } from './kiosk/handlers.ts';
import { handleNesting } from './nesting/handlers.ts';
import { handleOutcome } from './outcome/handlers.ts';
import { handlePlanning } from './planning/handlers.ts';
import { handlePlatforms } from './platforms/handlers.ts';
import { handlePrints } from './prints/handlers.ts';
import { printLabel, printTest } from './testPrint.ts';
import { say } from './texts.ts';

async function print(context: CallContext, printed: Printed, lots: readonly Lot[]): Promise<FileReply> {
  const { subject, version } = await issueTraveller(context, context.facilityId, printed, lots);
  const { bytes } = await context.get(documents).renderIssued(subject, version, await languageOf(context));
  return { stream: Readable.from([bytes]), contentType: 'application/pdf', size: bytes.length, cache: 'private' };
}

/** The lot, and those of the same part that go through the same steps. */
async function withItsKin(context: CallContext, lotId: number): Promise<Lot[]> {
  const [lot] = await lotsOf(context, sql`lot.id = ${lotId}`);
  const kin = await lotsOf(context, sql`f.id = ${lot?.orderFileId ?? null} and lot.id is not null`);
  return kin.filter(({ machine }) => machine === lot?.machine);
}

const ofOrder = (context: CallContext, id: number): Promise<Lot[]> => lotsOf(context, sql`o.id = ${id}`);

export default defineServer({
  id: 'production',
  contract: contractOf(
    contract,
    prints,
    floorCalls,
    flowCalls,
    tagCalls,
    { listOrderLots },
    { readFloor },
    nesting,
    planning,
    platforms,
    { magicsPlatform },
    checklistCalls,
    kioskCalls,
    outcome,
    { attachCheckFile, importLegacySteps, listLegacySteps },
  ),
  after: ['orders', 'scheduling', 'preparation'],
  migrations: {
    '001_prints': printTables,
    '002_lots': lotTables,
    '010_nesting': nestingTables,
    '020_planning': planningTables,
    '021_platforms': platformTables,
    '023_checklists': checklistTables,
    '026_lot_numbers': lotNumbers,
    '027_outcome': outcomeTables,
    '031_kiosk': kioskTables,
    '032_check_files': checkFileTables,
    '033_legacy': legacyTables,
    '034_kiosk_accounts': kioskAccounts,
    '036_expedite': expedited,
  },
  demo: seedDemo,
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(taggedKinds, 'LOT');
    handlePrints(server);
    handleFloor(server);
    handleNesting(server);
    handlePlanning(server);
    handlePlatforms(server);
    handleChecklists(server);
    handleOutcome(server);
    handleKiosk(server);
    server.handle(attachCheckFile, attach);
    server.handle(listLegacySteps, listLegacy);
    server.handle(importLegacySteps, importSteps);
    server.contribute(fileRelations, checkFileRelations);
    server.contribute(plannedParts, plannedLots);
    server.handle(contract.traveller, async (context, { query: { orderFileId: id } }) =>
      print(context, { type: 'traveller', grouped: false, id }, await lotsOf(context, sql`f.id = ${id}`)),
    );
    server.handle(contract.orderTraveller, async (context, { query: { orderId: id } }) =>
      print(context, { type: 'order-traveller', grouped: false, id }, await ofOrder(context, id)),
    );
    server.handle(contract.orderTravellerGrouped, async (context, { query: { orderId: id } }) =>
      print(context, { type: 'order-traveller', grouped: true, id }, await ofOrder(context, id)),
    );
    server.handle(contract.lotTraveller, async (context, { query: { lotId: id } }) =>
      print(context, { type: 'lot-traveller', grouped: false, id }, await lotsOf(context, sql`lot.id = ${id}`)),
    );
    server.handle(contract.lotLabel, printLabel);
    server.handle(contract.testPrint, printTest);
    server.handle(contract.lotTravellerGrouped, async (context, { query: { lotId: id } }) =>
      print(context, { type: 'lot-traveller', grouped: true, id }, await withItsKin(context, id)),
    );
  },
});
