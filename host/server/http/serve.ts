import multipart from '@fastify/multipart';
import type { AnyCall } from '@sinter/sdk/contract';
import type { ModuleHost } from '../hostModule.ts';
import { browserCallers, callSwitch, keyCallers, pluginCallers } from './callers.ts';
import { requestContexts } from './context.ts';
import { callHandlers } from './handlers.ts';
import { rateLimiter } from './rateLimit.ts';
import { keptReplies } from './replies.ts';
import { addRoute } from './route.ts';
import { httpServer } from './server.ts';
import { callTurns } from './turns.ts';

/** Anybody can send one. */
const largestMessage = 256 * 1024;

/** Opens a route for each of these calls. Call when all handlers are there. */
export function serveCalls({ get }: Pick<ModuleHost, 'get'>, calls: readonly AnyCall[]): void {
  const app = get(httpServer);
  const parts = {
    browsers: get(browserCallers),
    keys: get(keyCallers),
    plugins: get(pluginCallers),
    isOn: get(callSwitch),
    handlers: get(callHandlers),
    limiter: get(rateLimiter),
    contextOf: get(requestContexts),
    turns: get(callTurns),
    replies: get(keptReplies),
  };
  for (const call of calls) if (call.accepts === undefined) addRoute(app, call, parts);
  const forms = calls.filter(({ accepts }) => accepts === 'multipart');
  // Where no form is taken its reader has nothing to do: its hooks would run at every request.
  void app.register(async (scope) => {
    // A file over the limit is cut off; whoever reads it checks that, since then it also knows that nothing is left.
    await scope.register(multipart, { throwFileSizeLimit: false });
    for (const call of forms) addRoute(scope, call, parts);
  });
  void app.register(async (scope) => {
    // A signature is over the bytes as they came.
    const options = { parseAs: 'buffer' as const, bodyLimit: largestMessage };
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', options, (_request, bytes, done) => done(null, bytes));
    for (const call of calls) if (call.accepts === 'signed') addRoute(scope, call, parts);
  });
}
