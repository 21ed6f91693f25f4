import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { OrderDetail, OrderRow } from '@sinter/sdk/contract/orders/orders';
import { fakeFile, providerUser } from '@sinter/sdk/testing';

/** A provider who may see the scheduler. */
export const provider = providerUser({ serviceProvider: { permissions: ['ENTERPRISE_SCHEDULER_VIEW'] } });

export const orderFile: OrderFile = {
  id: 71,
  quantity: 4,
  scheduled: 1,
  notScheduled: 3,
  made: 0,
  aMProcess: { id: 1, name: 'SLS' },
  materials: [{ id: 11, name: 'PA12' }],
  finish: null,
  color: '',
  tolerance: 'STANDARD',
  inspection: 'STANDARD',
  notes: '',
  machines: [],
  originalFileDTO: fakeFile(1, 'part.step'),
  units: 'MM',
  fileDTO: fakeFile(2, 'part.stl'),
  pngFileDTO: null,
  itar: false,
  report: { volumeMm3: 1000, areaMm2: 600, facets: 12, watertight: true, size: [10, 10, 10] },
  unitPrice: null,
};
/** What a quote of one price for each part says of everything else that it could offer. */
export const plainOffer = {
  revision: 1,
  charges: [],
  options: [],
  optionId: null,
  files: [],
  internalNote: null,
  wish: null,
};
export const orderRow: OrderRow = {
  id: 12,
  displayTitle: 'Gripper jaws',
  status: 'DISTRIBUTED',
  quantity: 4,
  customer: 'Acme',
  creator: 'Bo Buyer',
  facility: null,
  estimatedDeliveryDate: null,
  createdOn: '2026-01-01T00:00:00Z',
  promisedOn: null,
  made: null,
  quote: null,
  exportControlled: false,
  ndaRequired: false,
  priorityId: null,
  allowedEvents: [],
  rfqFileDTOs: [orderFile],
};
export const orderDetail: OrderDetail = {
  ...orderRow,
  requestStatus: 'DISTRIBUTED',
  quoteDueDate: null,
  deliveredOn: null,
  completesOn: null,
  claim: null,
  cancellation: null,
  notes: '',
  primaryUseCase: null,
  thirdPartyOrderId: '',
  sourcing: null,
  deliveryAddress: null,
  exportAnswer: false,
  version: 1,
  changeable: false,
  quotes: [],
  estimate: null,
  approvals: [],
};
