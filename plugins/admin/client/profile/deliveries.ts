import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { deleteDeliveryAddress, listDeliveryAddresses, saveDeliveryAddress } from '@sinter/sdk/contract/host/places';
import type { PluginHost } from '@sinter/sdk/plugin';
import { EditableList } from './EditableList.ts';

export type DeliveryAddress = CallResult<typeof listDeliveryAddresses>[number];
export type DeliveryList = EditableList<DeliveryAddress, CallArguments<typeof saveDeliveryAddress>['body']>;

/** Where the company has its parts sent. */
export const deliveryList = ({ api, log }: Pick<PluginHost, 'api' | 'log'>): DeliveryList =>
  new EditableList(log, {
    list: () => api.call(listDeliveryAddresses, {}),
    save: (body) => api.call(saveDeliveryAddress, { body }),
    remove: ({ id }) => api.call(deleteDeliveryAddress, { params: { id } }),
    again: ({ id: _gone, ...address }) => address,
  });
