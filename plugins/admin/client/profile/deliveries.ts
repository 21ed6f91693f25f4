import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  deleteDeliveryAddress,
  listDeliveryAddresses,
  saveDeliveryAddress,
} from '@sinter/sdk/contract/admin/deliveryAddresses';
import type { PluginHost } from '@sinter/sdk/plugin';
import { EditableList } from './EditableList.ts';

export type DeliveryAddress = CallResult<typeof listDeliveryAddresses>[number];
export type DeliveryList = EditableList<DeliveryAddress, CallArguments<typeof saveDeliveryAddress>['body']>;

/** Where the company has its parts sent. */
export const deliveryList = (host: Pick<PluginHost, 'api' | 'log'>): DeliveryList =>
  new EditableList(host, {
    list: (signal) => host.api.call(listDeliveryAddresses, {}, { signal }),
    save: (body) => host.api.call(saveDeliveryAddress, { body }),
    remove: ({ id }) => host.api.call(deleteDeliveryAddress, { params: { id } }),
    again: ({ id: _gone, ...address }) => address,
  });
