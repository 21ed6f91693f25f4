import type { ApiClient } from '@sinter/sdk/api';
import type { AnyCall } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';

/** The client that one plugin holds: nobody else's, unchangeable, and of no use once the plugin has stopped. */
export function pluginClient(client: ApiClient, stopped: () => boolean): ApiClient {
  const check = () => {
    if (stopped()) throw new CallError('MODULE_OFF');
  };
  return Object.freeze<ApiClient>({
    async call(call, input, options) {
      check();
      return client.call(call, input, options);
    },
    async bytes(call, input, options) {
      check();
      return client.bytes(call, input, options);
    },
    async upload(call, file, input, options) {
      check();
      return client.upload(call, file, input, options);
    },
    href<C extends AnyCall>(call: C, input: Parameters<typeof client.href<C>>[1]) {
      check();
      return client.href(call, input);
    },
  });
}
