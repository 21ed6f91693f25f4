import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { themes, translations } from '@sinter/sdk/contract/host/appearance';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { getUser } from '@sinter/sdk/contract/host/session';
import { readSetup, setUp } from '@sinter/sdk/contract/host/setup';
import { say } from '../say.ts';
import type { FirstSetup } from './firstSetup.ts';

/** What the set-up's screen asks for. */
const openCalls = new Set([themes, translations, listLanguages, getUser, readSetup, setUp].map(({ id }) => id));
const openRoutes = ['/healthz', '/readyz', '/metrics', '/assets/*'];
const pages = '/*';

/** Until somebody has set the server up, pages lead to the set-up, and everything else answers that it is to come. */
export function guardSetup(app: FastifyInstance, setup: FirstSetup): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (!(await setup.isDue())) return false;
    if (!isPage(request)) throw new CallError('UNAVAILABLE', say('notSetUp'));
    void reply.header('Cache-Control', 'no-store').redirect('/setup');
    return true;
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (setup.done || isOpen(request)) return done();
    refuse(request, reply).then((answered) => {
      if (!answered) done();
    }, done);
  });
}

function isOpen({ routeOptions: { config, url = '' }, url: address }: FastifyRequest): boolean {
  if (config.call !== undefined) return openCalls.has(config.call);
  return openRoutes.includes(url) || (url === pages && /^\/setup(\/|\?|$)/.test(address));
}

const isPage = ({ method, routeOptions, url }: FastifyRequest): boolean =>
  method === 'GET' && routeOptions.url === pages && !url.startsWith('/api') && !/\.[a-z0-9]+(\?|$)/i.test(url);
