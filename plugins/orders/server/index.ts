import { partOrders } from '@sinter/sdk/contract/catalog/partOrders';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as drafts from '@sinter/sdk/contract/orders/drafts';
import * as approvalCalls from '@sinter/sdk/contract/orders/approvals';
import * as events from '@sinter/sdk/contract/orders/events';
import * as histories from '@sinter/sdk/contract/orders/history';
import * as noteCalls from '@sinter/sdk/contract/orders/notes';
import * as ordering from '@sinter/sdk/contract/orders/ordering';
import * as dates from '@sinter/sdk/contract/orders/dates';
import * as lists from '@sinter/sdk/contract/orders/lists';
import * as archive from '@sinter/sdk/contract/orders/archive';
import * as labels from '@sinter/sdk/contract/orders/labels';
import * as carriers from '@sinter/sdk/contract/orders/carriers';
import * as contract from '@sinter/sdk/contract/orders/orders';
import * as papers from '@sinter/sdk/contract/orders/documents';
import * as records from '@sinter/sdk/contract/orders/record';
import * as requestFormCalls from '@sinter/sdk/contract/orders/requestForms';
import * as estimates from '@sinter/sdk/contract/orders/estimate';
import * as nda from '@sinter/sdk/contract/orders/nda';
import * as orderShipments from '@sinter/sdk/contract/orders/orderShipments';
import * as shipmentEvents from '@sinter/sdk/contract/orders/shipmentEvents';
import * as shipments from '@sinter/sdk/contract/orders/shipments';
import * as shipping from '@sinter/sdk/contract/orders/shipping';
import * as shipmentPapers from '@sinter/sdk/contract/orders/shipmentPapers';
import * as payments from '@sinter/sdk/contract/orders/payments';
import * as portal from '@sinter/sdk/contract/orders/portal';
import * as pricingCalls from '@sinter/sdk/contract/orders/pricing';
import * as vendors from '@sinter/sdk/contract/orders/vendors';
import * as welcome from '@sinter/sdk/contract/orders/welcome';
import {
  areaTexts,
  auditNames,
  defineServer,
  facilityGains,
  facilityUse,
  fileRelations,
  noticeKinds,
  settingKinds,
  settingStates,
} from '@sinter/sdk/server';
import { taggedKinds } from '@sinter/sdk/contract/admin/facilityTags';
import { commentSubjects } from '@sinter/sdk/contract/comments/subjects';
import { billing } from '@sinter/sdk/contract/orders/billing';
import { certificateSample } from '@sinter/sdk/contract/orders/certificateBasis';
import { orderFiles } from '@sinter/sdk/contract/orders/orderFiles';
import { foundOrders } from '@sinter/sdk/contract/orders/foundOrders';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import { buildEstimates } from '@sinter/sdk/contract/orders/buildEstimates';
import { finishedBuilds } from '@sinter/sdk/contract/orders/finishedBuilds';
import { learnedFactors } from '@sinter/sdk/contract/orders/learnedFactors';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { fireEvent } from './actions.ts';
import { bills } from './billing.ts';
import { fireMany, tagMany, tagsOf } from './bulk.ts';
import { handleArchive } from './archive/handlers.ts';
import { handleCarriers } from './carriers/handlers.ts';
import { choices } from './choices.ts';
import { clockJob, onClock } from './clock.ts';
import { subjects } from './comments.ts';
import { handleDates } from './dates/handlers.ts';
import { count, countFound } from './count.ts';
import { csv } from './csv.ts';
import { seedDemo } from './demo/index.ts';
import { firstCalls } from './firstCalls.ts';
import { kinds } from './notices/kinds.ts';
import { openOrders } from './facilityUse.ts';
import { handleDocuments } from './documents/handlers.ts';
import { factors } from './accuracy/factors.ts';
import { arrangedBuilds } from './estimate.ts';
import { builds } from './accuracy/observe.ts';
import { handlePricing } from './pricing/handlers.ts';
import { pricing } from './pricing/kind.ts';
import { estimateFiles } from './estimateFiles.ts';
import * as orders from './migrations/001_orders.ts';
import * as parts from './migrations/003_parts.ts';
import * as eventIds from './migrations/004_event_ids.ts';
import * as scheduled from './migrations/005_scheduled.ts';
import * as priority from './migrations/006_priority.ts';
import * as controlled from './migrations/007_controlled.ts';
import * as counted from './migrations/008_counted.ts';
import * as life from './migrations/009_life.ts';
import * as meshes from './migrations/010_meshes.ts';
import * as payment from './migrations/011_payments.ts';
import * as vendorTables from './migrations/012_vendors.ts';
import * as request from './migrations/013_request.ts';
import * as carrierTables from './migrations/021_carriers.ts';
import * as recordTables from './migrations/026_records.ts';
import * as termsColumn from './migrations/029_terms.ts';
import * as unscheduled from './migrations/030_unscheduled.ts';
import * as accuracyTables from './migrations/031_accuracy.ts';
import * as layers from './migrations/033_layers.ts';
import * as billingIndexes from './migrations/034_billing.ts';
import * as agreedSince from './migrations/035_agreed.ts';
import * as tagTables from './migrations/032_tags.ts';
import { accept, documentation } from './terms/terms.ts';
import * as termCalls from '@sinter/sdk/contract/orders/terms';
import * as ndaTables from './migrations/019_nda.ts';
import { decideNda, giveNda } from './nda/give.ts';
import { ndaJob, onNda } from './nda/letIn.ts';
import { ndaFiles } from './nda/ndaFiles.ts';
import { ndasOfCompany, ndasOfOrder, revoke, saveTemplate, template } from './nda/register.ts';
import * as details from './migrations/015_details.ts';
import * as claimed from './migrations/015_details_claims.ts';
import * as shipmentTables from './migrations/020_shipments.ts';
import { claimedFiles } from './claims.ts';
import * as quotes from './migrations/014_quotes.ts';
import * as awaitingIndex from './migrations/016_awaiting.ts';
import * as listed from './migrations/017_lists.ts';
import { orderedFiles } from './fileRelations.ts';
import { history, why } from './history/read.ts';
import { addNote, changeNote, deleteNote, notes } from './notes.ts';
import { files } from './orderFiles.ts';
import { handlePayments } from './payment/handlers.ts';
import { ordersOfParts } from './partOrders.ts';
import { searchOrderedParts } from './partSearch.ts';
import { givePictures } from './pictures.ts';
import * as formTables from './migrations/022_request_forms.ts';
import * as datesKept from './migrations/018_dates.ts';
import { sight } from './orderSight.ts';
import { production } from './production.ts';
import { onRisk, riskJob } from './dates/risk.ts';
import { detail } from './queries.ts';
import { createAndSubmit, draft, save } from './request/save.ts';
import { approvers, askApproval } from './quotes/askApproval.ts';
import { quotedFiles } from './quotes/files.ts';
import { quoteOrder } from './quotes/submit.ts';
import { partLabels } from './labels.ts';
import { handleRecords } from './record/handlers.ts';
import { listedOrders, search } from './search.ts';
import { markSeen } from './seen.ts';
import * as portals from './migrations/023_portal.ts';
import { handlePortal } from './portal/index.ts';
import { answeredFiles } from './requestForms/files.ts';
import { handleRequestForms } from './requestForms/handlers.ts';
import { requestForms } from './requestForms/kind.ts';
import { say } from './texts.ts';
import { ordersByName, vendorsByName } from './auditNames.ts';
import { handleShipments } from './shipments/index.ts';
import { handleVendors } from './vendors/index.ts';
import { rematchWhatItGains } from './vendors/rematch.ts';
import { settingStatesOf } from './settingStates.ts';
import { certificateOf } from './shipments/papers.ts';

export default defineServer({
  id: 'orders',
  contract: contractOf(
    contract,
    estimates,
    lists,
    drafts,
    dates,
    approvalCalls,
    archive,
    carriers,
    labels,
    papers,
    records,
    ordering,
    payments,
    nda,
    vendors,
    events,
    histories,
    noteCalls,
    portal,
    pricingCalls,
    welcome,
    requestFormCalls,
    termCalls,
    shipments,
    shipping,
    orderShipments,
    shipmentEvents,
    shipmentPapers,
  ),
  after: ['admin', 'catalog', 'comments', 'preparation'],
  migrations: {
    '001_orders': orders,
    // The tables of comments, which are that area's own now: it takes them over where they are.
    '002_comments': { up: () => Promise.resolve() },
    '003_parts': parts,
    '004_event_ids': eventIds,
    '005_scheduled': scheduled,
    '006_priority': priority,
    '007_controlled': controlled,
    '008_counted': counted,
    '009_life': life,
    '010_meshes': meshes,
    '011_payments': payment,
    '012_vendors': vendorTables,
    '013_request': request,
    '014_quotes': quotes,
    '015_details': details,
    '015_details_claims': claimed,
    '016_awaiting': awaitingIndex,
    '017_lists': listed,
    '018_dates': datesKept,
    '019_nda': ndaTables,
    '020_shipments': shipmentTables,
    '021_carriers': carrierTables,
    '026_records': recordTables,
    '023_portal': portals,
    '022_request_forms': formTables,
    '029_terms': termsColumn,
    '030_unscheduled': unscheduled,
    '031_accuracy': accuracyTables,
    '032_tags': tagTables,
    '033_layers': layers,
    '034_billing': billingIndexes,
    '035_agreed': agreedSince,
  },
  demo: seedDemo,
  firstCalls,
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(noticeKinds, Object.values(kinds));
    server.contribute(auditNames, ordersByName);
    server.contribute(auditNames, vendorsByName);
    server.contribute(partOrders, ordersOfParts);
    server.contribute(facilityUse, openOrders);
    server.contribute(facilityGains, rematchWhatItGains);
    server.contribute(fileRelations, orderedFiles);
    server.contribute(fileRelations, claimedFiles);
    server.contribute(fileRelations, ndaFiles);
    server.contribute(fileRelations, quotedFiles);
    server.contribute(commentSubjects, subjects);
    server.contribute(taggedKinds, 'ORDER');
    server.job(clockJob, onClock);
    server.job(ndaJob, onNda);
    server.job(riskJob, onRisk);
    handlePayments(server);
    handleVendors(server);
    handlePortal(server);
    handleShipments(server);
    server.handle(contract.searchOrders, search);
    server.handle(contract.countOrders, count);
    server.handle(ordering.listOrders, (context, { query: { status, ...query } }) =>
      search(context, { query, body: { searchString: '', searchFilters: status ? { ORDER_STATUS: [status] } : {} } }),
    );
    server.handle(ordering.searchParts, searchOrderedParts);
    server.handle(ordering.updatePngFile, givePictures);
    server.handle(lists.countFoundOrders, countFound);
    server.handle(lists.listOrderFilters, choices);
    server.handle(lists.listOrderTags, tagsOf);
    server.handle(lists.tagOrders, tagMany);
    server.handle(lists.fireOrderEvents, fireMany);
    server.handle(lists.markOrderSeen, markSeen);
    server.handle(lists.exportOrders, csv);
    server.handle(termCalls.readDocumentation, documentation);
    server.handle(termCalls.acceptTerms, accept);
    server.handle(contract.readOrder, (context, { params }) => detail(context, params.id));
    server.handle(contract.createOrder, async (context, { body }) =>
      detail(context, await createAndSubmit(context, body)),
    );
    server.handle(drafts.createDraft, async (context, { body }) => detail(context, await draft(context, body)));
    server.handle(drafts.saveRequest, async (context, { params, body }) => {
      await save(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(contract.fireOrderEvent, async (context, { params, body }) => {
      await fireEvent(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(contract.submitQuote, async (context, { params, body }) => {
      await quoteOrder(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(nda.readOrderNdas, (context, { params }) => ndasOfOrder(context, params.id));
    server.handle(nda.uploadNda, async (context, { params, body }) => {
      await giveNda(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(nda.answerNda, async (context, { params, body }) => {
      await decideNda(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(nda.listNdas, (context, { query }) => ndasOfCompany(context, query));
    server.handle(nda.readNdaTemplate, async (context) => ({ template: await template(context) }));
    server.handle(nda.saveNdaTemplate, async (context, { body }) => {
      await saveTemplate(context, body.fileId);
      return { template: await template(context) };
    });
    server.handle(nda.revokeNda, (context, { params, body }) => revoke(context, params.id, body));
    server.handle(noteCalls.listOrderNotes, (context, { params }) => notes(context, params.id));
    server.handle(noteCalls.addOrderNote, (context, { params, body }) => addNote(context, params.id, body));
    server.handle(noteCalls.changeOrderNote, (context, { params, body }) =>
      changeNote(context, params.id, params.noteId, body.body),
    );
    server.handle(noteCalls.deleteOrderNote, (context, { params }) => deleteNote(context, params.id, params.noteId));
    server.handle(histories.readHistory, (context, { params }) => history(context, params.id));
    server.handle(histories.readWhy, (context, { params, query }) => why(context, params.id, query.quoteId));
    server.handle(approvalCalls.listApprovers, (context, { params }) => approvers(context, params.id));
    server.handle(approvalCalls.requestApproval, async (context, { params, body }) => {
      await askApproval(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(estimates.estimatePrice, (context, { body }) => estimateFiles(context, body));
    handlePricing(server);
    handleDates(server);
    handleCarriers(server);
    handleArchive(server);
    handleRecords(server);
    server.handle(labels.printPartLabels, partLabels);
    handleDocuments(server);
    handleRequestForms(server);
    server.contribute(settingKinds, requestForms);
    server.contribute(settingKinds, pricing);
    server.contribute(settingStates, settingStatesOf);
    server.contribute(fileRelations, answeredFiles);
    server.provide(orderFiles, files);
    server.provide(orderSight, sight);
    server.provide(billing, bills);
    server.provide(foundOrders, listedOrders);
    server.provide(orderProduction, production);
    server.provide(buildEstimates, arrangedBuilds);
    server.provide(finishedBuilds, builds);
    server.provide(learnedFactors, factors);
    server.provide(certificateSample, certificateOf);
  },
});
