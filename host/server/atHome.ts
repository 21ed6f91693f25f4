import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { isLoopback } from './http/loopback.ts';
import { say } from './say.ts';
import type { Settings } from './settings.ts';

export const isLoopbackHost = (host: string): boolean => {
  const address = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`;
  return URL.canParse(address) && isLoopback(new URL(address));
};

/**
 * What lets others than this machine's own browsers in, in words; empty at home. Only there the demo company comes by
 * itself.
 */
export function openings({ host, databaseUrl, publicUrl }: Settings): string[] {
  return [
    ...(isLoopbackHost(host) ? [] : [`HOST is ${host}`]),
    ...(publicUrl === undefined || isLoopback(new URL(publicUrl)) ? [] : [`PUBLIC_URL is ${publicUrl}`]),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL is set']),
  ];
}

/**
 * A proxy or a tunnel on this machine makes every request come from it: who is let in by one says so in these headers, or
 * asks for another name than ours.
 */
function comesFromElsewhere({ ip, headers }: FastifyRequest): boolean {
  const texts = [headers['x-forwarded-for'], headers['x-real-ip'], headers['x-forwarded-host']].flat();
  const named = texts.flatMap((text) => text?.split(',') ?? []).map((name) => withoutPort(name.trim()));
  const forwarded = [...(headers.forwarded ?? '').matchAll(/\b(?:for|host)="?([^;,"\s]+)/gi)];
  const all = [ip, withoutPort(headers.host ?? ''), ...named, ...forwarded.map(([, name = '']) => withoutPort(name))];
  return all.some((name) => name !== '' && !isLoopbackHost(name.replace(/^::ffff:/, '')));
}

const withoutPort = (name: string): string => name.replace(/^(\[[^\]]*\]|[^:]*):\d+$/, '$1');

/** While the database holds the demo accounts, whose password everybody knows, nobody else than this machine gets in. */
export function keepAtHome(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (comesFromElsewhere(request)) done(new CallError('FORBIDDEN', say('demoAtHome')));
    else done();
  });
}
