import * as contract from '@sinter/sdk/contract/orders/vendors';
import type { ServerHost } from '@sinter/sdk/server';
import { detail } from '../queries.ts';
import { distribute } from './distribute.ts';
import { confirm, declare, listCompanies } from './internal.ts';
import { fitting, vendorsOf } from './read.ts';
import { list, set } from './relations.ts';
import { rematch, rematchJob } from './rematch.ts';

/** Vendors of buyers, and whom an order is sent to. */
export function handleVendors({ handle, job }: ServerHost): void {
  job(rematchJob, rematch);
  handle(contract.fittingVendors, (context, { body }) => fitting(context, body));
  handle(contract.orderVendors, (context, { params }) => vendorsOf(context, params.id));
  handle(contract.distributeOrder, async (context, { params, body }) => {
    await distribute(context, params.id, body);
    return detail(context, params.id);
  });
  handle(contract.listVendorRelations, (context, { query }) => list(context, query));
  handle(contract.setVendorRelation, set);
  handle(contract.confirmInternal, confirm);
  handle(contract.listInternalCompanies, (context, { query }) => listCompanies(context, query));
  handle(contract.declareInternal, declare);
}
