import type { AnyCall } from '@sinter/sdk/contract';
import type { ModuleHost } from '../hostModule.ts';
import { browserCallers, callSwitch, keyCallers } from './callers.ts';
import { requestContexts } from './context.ts';
import { callHandlers } from './handlers.ts';
import { rateLimiter } from './rateLimit.ts';
import { addRoute } from './route.ts';
import { httpServer } from './server.ts';

/** Opens a route for each of these calls. Call when all handlers are there. */
export function serveCalls({ get }: Pick<ModuleHost, 'get'>, calls: readonly AnyCall[]): void {
  const app = get(httpServer);
  const parts = {
    browsers: get(browserCallers),
    keys: get(keyCallers),
    isOn: get(callSwitch),
    handlers: get(callHandlers),
    limiter: get(rateLimiter),
    contextOf: get(requestContexts),
  };
  for (const call of calls) addRoute(app, call, parts);
}
