import multipart from '@fastify/multipart';
import type { AnyCall } from '@sinter/sdk/contract';
import type { ModuleHost } from '../hostModule.ts';
import { browserCallers, callSwitch, keyCallers } from './callers.ts';
import { requestContexts } from './context.ts';
import { callHandlers } from './handlers.ts';
import { rateLimiter } from './rateLimit.ts';
import { addRoute } from './route.ts';
import { httpServer } from './server.ts';
import { callTurns } from './turns.ts';

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
    turns: get(callTurns),
  };
  const forms = calls.filter(({ accepts }) => accepts === 'multipart');
  for (const call of calls) if (!forms.includes(call)) addRoute(app, call, parts);
  // Where no form is taken its reader has nothing to do: its hooks would run at every request.
  void app.register(async (scope) => {
    // A file over the limit is cut off; whoever reads it checks that, since then it also knows that nothing is left.
    await scope.register(multipart, { throwFileSizeLimit: false });
    for (const call of forms) addRoute(scope, call, parts);
  });
}
